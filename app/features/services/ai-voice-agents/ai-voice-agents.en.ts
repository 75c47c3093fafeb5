import type { Comparison } from '../parts/comparison-table.tsx'

const cost: Comparison = {
  caption: 'Voice agents against human agents',
  heads: ['What counts', 'Voice agent', 'Human agent'],
  rows: [
    ['Cost', '{voicePerMonth}', '{humanPerMonth}'],
    ['Hours', '24/7', '40 a week'],
    ['Calls at once', 'As many as come in', 'One'],
    ['Languages', '140+', 'One or two'],
    ['Time until ready', '{voiceTimeline}', 'Weeks of hiring and training'],
    ['Absence', '99.9% uptime target', 'Holidays, illness, notice'],
  ],
}

export const aiVoiceEn = {
  metaTitle: 'AI voice agents',
  metaDescription:
    'AI voice agents that answer every call, 24/7, in 140+ languages, from {voiceFrom} per month instead of {humanFrom}. Ready in {voiceTimeline}.',
  hero: {
    title: 'Every call answered on the first ring',
    text: 'A voice agent that knows your services, books into your calendar, takes messages and passes urgent calls to a person. Callers hear a calm voice, not a menu.',
    more: 'Compute your saving',
  },
  featuresTitle: 'What it does on the phone',
  features: [
    {
      title: 'Speaks like a person',
      text: 'Natural voices, interruptions understood, silence borne. In 140+ languages, and it follows when the caller changes.',
    },
    {
      title: 'Books and changes appointments',
      text: 'It sees the calendar, offers what is free, confirms by text message and moves what must be moved.',
    },
    {
      title: 'Answers from your own words',
      text: 'Prices, opening hours, policies: it says what you have written down, with 90-95% accuracy, and says so when it does not know.',
    },
    {
      title: 'Hands over with context',
      text: 'Upset, urgent or worth a great deal: the call goes to a person who sees what was said so far.',
    },
    {
      title: 'Calls out, too',
      text: 'Reminders, confirmations, follow-ups, at the hours and in the number you allow.',
    },
    {
      title: 'Writes everything down',
      text: 'Each call with its summary, outcome and recording where the law and the caller allow it, in your CRM.',
    },
  ],
  costTitle: 'Against human agents',
  costText: 'Not to replace the people your callers need, but to stop paying them for the calls they do not.',
  cost,
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
      'Formula: people × hours ÷ 40 × {humanMiddle} (the middle of {humanPerMonth}), less {voicePerMonth} for each voice agent, in proportion to its minutes, at up to 10,000 minutes an agent.',
  },
  integrationsTitle: 'Works with what you use',
  integrationsText: 'Keep your number. We connect the agent to your telephone system, calendar and CRM.',
  integrations: [
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
  industriesTitle: 'Where it answers today',
  industries: [
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
    { title: 'Real estate', text: 'Viewings arranged, tenants’ reports taken, owners informed.' },
    {
      title: 'Law and consulting',
      text: 'New matters taken in with a check for conflicts, before your hour begins to cost.',
    },
    {
      title: 'Shops',
      text: 'Orders, returns and deliveries looked up while the caller waits, which is not long.',
    },
  ],
}
