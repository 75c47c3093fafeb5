import type { StarterPage } from './starter-page.ts'

export const aiVoiceAgentsPage: StarterPage = {
  id: 'ai-voice-agents',
  kind: 'service',
  path: '/services/ai-voice-agents',
  name: 'AI Voice Agents',
  metaTitle: 'AI voice agents',
  description:
    'AI voice agents that answer every call, {hours}, in {languages} languages, from {service.priceFrom} per month instead of {staffFrom}. Ready in {service.timeline}.',
  service: {
    menuText: 'Intelligent voice automation systems',
    summary:
      'Agents that answer every call on the first ring, book the appointment and hand over to a person when it matters.',
    bestFor: 'Businesses that are called more often than they can pick up',
    timeline: '1-3 business days',
    priceFrom: 299,
    priceTo: 999,
    isMonthly: true,
    icon: 'phone',
    demo: 'call',
  },
  blocks: [
    {
      id: 'head',
      type: 'service-hero',
      props: {
        title: 'Every call answered on the first ring',
        text: 'A voice agent that knows your services, books into your calendar, takes messages and passes urgent calls to a person. Callers hear a calm voice, not a menu.',
        ready: 'Ready in {timeline}',
        start: {
          text: 'Get Started',
          href: '#contact',
        },
        more: {
          text: 'Compute your saving',
          href: '#saving',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        visual: 'call',
      },
    },
    {
      id: 'features',
      type: 'points',
      props: {
        ground: 'plain',
        title: 'What it does on the phone',
        hasIcons: true,
        points: [
          {
            title: 'Speaks like a person',
            text: 'Natural voices, interruptions understood, silence borne. In {languages} languages, and it follows when the caller changes.',
            icon: 'messages',
          },
          {
            title: 'Books and changes appointments',
            text: 'It sees the calendar, offers what is free, confirms by text message and moves what must be moved.',
            icon: 'calendar',
          },
          {
            title: 'Answers from your own words',
            text: 'Prices, opening hours, policies: it says what you have written down, with {accuracy} accuracy, and says so when it does not know.',
            icon: 'book',
          },
          {
            title: 'Hands over with context',
            text: 'Upset, urgent or worth a great deal: the call goes to a person who sees what was said so far.',
            icon: 'phone-forwarded',
          },
          {
            title: 'Calls out, too',
            text: 'Reminders, confirmations, follow-ups, at the hours and in the number you allow.',
            icon: 'phone-outgoing',
          },
          {
            title: 'Writes everything down',
            text: 'Each call with its summary, outcome and recording where the law and the caller allow it, in your CRM.',
            icon: 'clipboard',
          },
        ],
      },
    },
    {
      id: 'saving',
      type: 'voice-calculator',
      props: {
        ground: 'raised',
        title: 'Against human agents',
        text: 'Not to replace the people your callers need, but to stop paying them for the calls they do not.',
        comparison: {
          caption: 'Voice agents against human agents',
          heads: {
            what: 'What counts',
            ours: 'Voice agent',
            theirs: 'Human agent',
          },
          rows: [
            {
              what: 'Cost',
              ours: '{service.price}',
              theirs: '{staffPerMonth}',
            },
            {
              what: 'Hours',
              ours: '{hours}',
              theirs: '40 a week',
            },
            {
              what: 'Calls at once',
              ours: 'As many as come in',
              theirs: 'One',
            },
            {
              what: 'Languages',
              ours: '{languages}',
              theirs: 'One or two',
            },
            {
              what: 'Time until ready',
              ours: '{service.timeline}',
              theirs: 'Weeks of hiring and training',
            },
            {
              what: 'Absence',
              ours: '{uptime} uptime target',
              theirs: 'Holidays, illness, notice',
            },
          ],
        },
        service: 'ai-voice-agents',
        personFrom: 3000,
        personTo: 5000,
        calculator: {
          title: 'Your saving',
          text: 'Move the numbers to your own.',
          agents: 'People answering calls',
          hours: 'Hours a week on the phone, each',
          minutes: 'Call minutes a month, in all',
          human: 'Today, with people',
          voice: 'With voice agents',
          saving: 'You save',
          perMonth: '{amount} a month',
          share: '{percent} less',
          none: 'At these numbers a voice agent would not save you money. Ask us about peaks and nights instead.',
          formula:
            'Formula: people × hours ÷ 40 × {personMiddle} (the middle of {personFrom}-{personTo} per month), less {agentFrom}-{agentTo} per month for each voice agent, in proportion to its minutes, at up to 10,000 minutes an agent.',
        },
      },
    },
    {
      id: 'integrations',
      type: 'chips',
      props: {
        title: 'Works with what you use',
        text: 'Keep your number. We connect the agent to your telephone system, calendar and CRM.',
        names: [
          'Twilio',
          'Vonage',
          'RingCentral',
          'Google Calendar',
          'Microsoft 365',
          'Calendly',
          'HubSpot',
          'Salesforce',
          'Pipedrive',
          'Zendesk',
          'Slack',
          'Zapier',
        ],
      },
    },
    {
      id: 'industries',
      type: 'points',
      props: {
        title: 'Where it answers today',
        points: [
          {
            title: 'Practices and clinics',
            text: 'Appointments, recalls and repeat prescriptions, with emergencies put through at once.',
          },
          {
            title: 'Restaurants and hotels',
            text: 'Tables, rooms and questions at the hours when nobody has a free hand.',
          },
          {
            title: 'Trades and home services',
            text: 'The job is taken down while you are on the ladder, with address and urgency.',
          },
          {
            title: 'Real estate',
            text: 'Viewings arranged, tenants’ reports taken, owners informed.',
          },
          {
            title: 'Law and consulting',
            text: 'New matters taken in with a check for conflicts, before your hour begins to cost.',
          },
          {
            title: 'Shops',
            text: 'Orders, returns and deliveries looked up while the caller waits, which is not long.',
          },
        ],
      },
    },
    {
      id: 'contact',
      type: 'contact',
      props: {
        title: 'Tell us what you need',
        text: 'Describe it in your own words. We answer within {replyWithin} with what is possible, what it costs and when it is ready. The first consultation is free.',
      },
    },
  ],
}
