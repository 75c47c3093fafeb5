export const workflowEn = {
  metaTitle: 'Workflow automation',
  metaDescription:
    'Workflow automation in {workflowTimeline}: ten routines that software takes over, up to 80% of the time back and 40% lower cost. Reckon your return.',
  hero: {
    title: 'The routine runs itself. You see what it did.',
    text: 'We find the work that is copied from tool to tool, build the automation that does it, and hand you a log of every step. In {workflowTimeline}, not in a programme.',
    more: 'Reckon your return',
  },
  servicesTitle: 'Ten automations we build most',
  services: [
    {
      title: 'Invoices',
      text: 'Read from mail and paper, matched to orders, booked and prepared for payment.',
    },
    { title: 'Lead routing', text: 'Each inquiry enriched, scored and on the right desk within a minute.' },
    {
      title: 'Customer onboarding',
      text: 'Contracts, accounts, welcome mails and the first appointment, in order.',
    },
    {
      title: 'E-mail triage',
      text: 'Sorted by meaning, answered where it is safe, drafted where it is not.',
    },
    {
      title: 'Reporting',
      text: 'Numbers gathered from every tool, checked, and in your inbox on Monday at eight.',
    },
    {
      title: 'Data entry',
      text: 'Forms, scans and spreadsheets into your systems, doubtful cases set aside.',
    },
    {
      title: 'Order processing',
      text: 'From shop to stock to shipping label, with the customer told at each step.',
    },
    { title: 'Appointments', text: 'Booked, reminded, moved and followed up across all calendars.' },
    { title: 'HR paperwork', text: 'Leave, sickness, new starters and leavers, without a form lost.' },
    {
      title: 'Social media',
      text: 'One post becomes five, in the right shape, at the right hour, once you approve it.',
    },
  ],
  roiTitle: 'What comes back',
  roi: [
    { figure: 'Up to 80%', text: 'of the time spent on the routine' },
    { figure: '40%', text: 'lower cost of the process' },
    { figure: '300%', text: 'efficiency gain in the best cases' },
  ],
  calculator: {
    title: 'Your return',
    text: 'Take one routine that annoys you, and put in its numbers.',
    people: 'People doing it',
    hours: 'Hours a week, each',
    rate: 'Cost of an hour',
    hoursSaved: 'Hours back each month',
    perMonth: 'Saved each month',
    perYear: 'Saved each year',
    formula:
      'Formula: people × hours a week × 80% (the most an automation takes over) × 52 ÷ 12 weeks a month × the cost of an hour. A conversation tells how near your routine comes to it.',
  },
  timelineTitle: 'From routine to automation in {workflowTimeline}',
  timeline: [
    { when: 'Day 1', title: 'Look', text: 'You show us the routine as it is, exceptions included.' },
    {
      when: 'Days 2-3',
      title: 'Design',
      text: 'You get a drawing of every step, what it costs and what it saves.',
    },
    {
      when: 'Days 4-8',
      title: 'Build',
      text: 'The automation runs beside you on real cases, changing nothing yet.',
    },
    {
      when: 'Days 9-10',
      title: 'Hand over',
      text: 'It takes over. You get the log, the switch and a person to call.',
    },
  ],
  platformsTitle: 'Platforms it connects',
  platformsText: 'If it has an API, an export or a screen, it can be connected.',
  platforms: [
    'Google Workspace',
    'Microsoft 365',
    'Slack',
    'HubSpot',
    'Salesforce',
    'Pipedrive',
    'Shopify',
    'WooCommerce',
    'Stripe',
    'QuickBooks',
    'Xero',
    'DATEV',
    'Notion',
    'Airtable',
    'Zapier',
    'Make',
    'n8n',
  ],
  reasonsTitle: 'Reasons to choose it',
  reasons: [
    {
      title: 'You stay in charge',
      text: 'Every step is logged, every decision can be set to ask first, and one switch stops it all.',
    },
    {
      title: 'It fails safely',
      text: 'What is unclear goes to a person with the reason, instead of into your books.',
    },
    {
      title: 'It is yours',
      text: 'Built on platforms you can take over, documented for whoever comes after us.',
    },
    {
      title: 'Someone answers',
      text: 'When a tool changes its interface on a Sunday, we reply within 1 hour.',
    },
  ],
}
