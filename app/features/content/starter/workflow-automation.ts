import { workflowTexts } from '../blocks/calculators/calculator-texts.ts'

import { invoiceRun } from './invoice-run.ts'
import type { StarterPage } from './starter-page.ts'

export const workflowAutomationPage: StarterPage = {
  id: 'workflow-automation',
  kind: 'service',
  path: '/services/workflow-automation',
  name: 'Workflow Automation',
  metaTitle: 'Workflow automation',
  description:
    'Workflow automation in {service.timeline}: ten routines that software takes over, up to {efficiency} of the time back and {costSaving} lower cost. Work out your return.',
  service: {
    menuText: 'Smart business process automation',
    summary:
      'The copying, chasing and filing between your tools, done by software that reports what it did and when it needs you.',
    bestFor: 'Routine work that passes through several tools and many hands',
    timeline: '1–2 weeks',
    price: 'Fixed quote',
    icon: 'workflow',
    demo: 'workflow',
  },
  blocks: [
    {
      id: 'head',
      type: 'service-hero',
      props: {
        title: 'The routine runs itself. You see what it did.',
        text: 'We find the work that is copied from tool to tool, build the automation that does it, and hand you a log of every step. It takes {service.timeline}.',
        ready: 'Ready in {timeline}',
        start: {
          text: 'Get Started',
          href: '#contact',
        },
        more: {
          text: 'Work out your return',
          href: '#return',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        visual: 'graph',
      },
    },
    invoiceRun,
    {
      id: 'services',
      type: 'numbered-list',
      props: {
        ground: 'line',
        title: 'Ten automations we build most',
        entries: [
          {
            title: 'Invoices',
            text: 'Read from mail and paper, matched to orders, booked and prepared for payment.',
          },
          {
            title: 'Lead routing',
            text: 'Every inquiry enriched, scored and on the right desk within a minute.',
          },
          {
            title: 'Customer onboarding',
            text: 'Contracts, accounts, welcome emails and the first appointment, in the right order.',
          },
          {
            title: 'Email triage',
            text: 'Sorted by topic, answered where that is safe, drafted where it is not.',
          },
          {
            title: 'Reporting',
            text: 'Numbers gathered from every tool, checked, and in your inbox on Monday at eight.',
          },
          {
            title: 'Data entry',
            text: 'Forms, scans and spreadsheets entered into your systems, with doubtful cases set aside.',
          },
          {
            title: 'Order processing',
            text: 'From shop to stock to shipping label, with the customer kept informed at every step.',
          },
          {
            title: 'Appointments',
            text: 'Booked, reminded, moved and followed up across all calendars.',
          },
          {
            title: 'HR paperwork',
            text: 'Leave, sick notes, joiners and leavers, and no form goes missing.',
          },
          {
            title: 'Social media',
            text: 'One post becomes five, in the right shape, at the right hour, once you approve it.',
          },
        ],
      },
    },
    {
      id: 'return',
      type: 'workflow-calculator',
      props: {
        title: 'What you get back',
        figures: [
          {
            figure: 'Up to {efficiency}',
            text: 'of the time spent on the routine',
          },
          {
            figure: '{costSaving}',
            text: 'lower cost of the process',
          },
          {
            figure: '{bestGain}',
            text: 'efficiency gain in the best cases',
          },
        ],
        days: 21,
        shareFrom: 50,
        shareTo: 80,
        checking: 10,
        cost: 0,
        calculator: workflowTexts,
      },
    },
    {
      id: 'timeline',
      type: 'timeline',
      props: {
        ground: 'raised',
        title: 'From routine to automation in {service.timeline}',
        steps: [
          {
            when: 'Day 1',
            title: 'Understand',
            text: 'You show us the routine as it really is, exceptions included.',
          },
          {
            when: 'Days 2–3',
            title: 'Design',
            text: 'You get a drawing of every step, what it costs and what it saves.',
          },
          {
            when: 'Days 4–8',
            title: 'Build',
            text: 'The automation runs alongside you on real cases without changing anything yet.',
          },
          {
            when: 'Days 9–10',
            title: 'Hand over',
            text: 'It takes over. You get the log, the off switch and a person to call.',
          },
        ],
      },
    },
    {
      id: 'platforms',
      type: 'chips',
      props: {
        title: 'Platforms it connects',
        text: 'If it has an API, an export or a screen, we can connect it.',
        names: [
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
      },
    },
    {
      id: 'reasons',
      type: 'points',
      props: {
        title: 'Reasons to choose it',
        columns: 'two',
        points: [
          {
            title: 'You stay in charge',
            text: 'Every step is logged, any decision can be set to ask you first, and one switch stops everything.',
          },
          {
            title: 'It fails safely',
            text: 'Anything unclear goes to a person with the reason, not into your books.',
          },
          {
            title: 'It is yours',
            text: 'Built on platforms you can take over, and documented for whoever comes after us.',
          },
          {
            title: 'Someone answers',
            text: 'When a tool changes its interface on a Sunday, we reply within {replyWithin}.',
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
