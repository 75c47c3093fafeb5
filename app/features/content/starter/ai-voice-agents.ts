import { voiceTexts } from '../blocks/calculators/calculator-texts.ts'

import type { StarterPage } from './starter-page.ts'
import { voiceCalls } from './voice-calls.ts'

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
    timeline: '1–3 business days',
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
          text: 'Work out your saving',
          href: '#saving',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        visual: 'call',
      },
    },
    {
      id: 'calls',
      type: 'voice-samples',
      props: {
        ground: 'raised',
        title: 'Listen to three calls',
        text: 'A dentist’s practice late on a Sunday, a burst pipe at night, and a question the agent cannot answer.',
        note: 'Samples with synthetic voices, made with a text-to-speech program. Your agent speaks with a voice you choose.',
        play: 'Play',
        pause: 'Pause',
        position: 'Position',
        transcript: 'Read the call',
        calls: voiceCalls,
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
            text: 'A natural voice that copes with interruptions and pauses, in {languages} languages. If the caller switches language, it switches too.',
            icon: 'messages',
          },
          {
            title: 'Books and changes appointments',
            text: 'It sees your calendar, offers free times, confirms by text message and reschedules when plans change.',
            icon: 'calendar',
          },
          {
            title: 'Answers from your own words',
            text: 'Prices, opening hours, policies: it answers from what you have written, with {accuracy} accuracy, and admits when it does not know.',
            icon: 'book',
          },
          {
            title: 'Hands over with context',
            text: 'When a caller is upset, the matter is urgent or the deal is large, it puts the call through to a person, who sees what was said so far.',
            icon: 'phone-forwarded',
          },
          {
            title: 'Makes calls, too',
            text: 'Reminders, confirmations and follow-ups, only at the hours you allow and only as many as you allow.',
            icon: 'phone-outgoing',
          },
          {
            title: 'Writes everything down',
            text: 'Every call lands in your CRM with a summary and its outcome, and with a recording where the law and the caller allow one.',
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
        title: 'Compared with human agents',
        text: 'Your people keep the calls that need a person. The agent takes the ones that do not.',
        comparison: {
          caption: 'Voice agents compared with human agents',
          heads: {
            what: 'What you compare',
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
              theirs: 'Holidays, sick days, notice periods',
            },
          ],
        },
        service: 'ai-voice-agents',
        personFrom: 3000,
        personTo: 5000,
        occupancy: 60,
        stillPeople: 30,
        capacity: 10_000,
        calculator: voiceTexts,
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
        title: 'Where it fits',
        points: [
          {
            title: 'Practices and clinics',
            text: 'Appointments, reminders and repeat prescriptions, with emergencies put through at once.',
          },
          {
            title: 'Restaurants and hotels',
            text: 'Tables, rooms and questions when nobody has a hand free.',
          },
          {
            title: 'Trades and home services',
            text: 'It takes down the job, the address and how urgent it is while you are up the ladder.',
          },
          {
            title: 'Real estate',
            text: 'It arranges viewings, logs tenants’ reports and keeps owners informed.',
          },
          {
            title: 'Law and consulting',
            text: 'It takes in new matters and checks for conflicts before the meter starts running.',
          },
          {
            title: 'Shops',
            text: 'It looks up orders, returns and deliveries while the caller is on the line.',
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
