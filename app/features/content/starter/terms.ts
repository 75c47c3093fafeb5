import type { StarterPage } from './starter-page.ts'

export const termsPage: StarterPage = {
  id: 'terms',
  kind: 'legal',
  path: '/terms',
  name: 'Terms & Conditions',
  metaTitle: 'Terms & Conditions',
  description:
    'The terms under which {siteName} works: deposit, billing, refunds, support, maintenance, consent to be written to, data and liability.',
  blocks: [
    {
      id: 'text',
      type: 'legal-text',
      props: {
        title: 'Terms & Conditions',
        updated: 'Last updated November 2024',
        intro:
          'These terms apply to what {siteName} builds, runs and advises on for you. What we agree in a written offer goes before them.',
        sections: [
          {
            anchor: 'agreement',
            title: 'Service Agreement',
            paragraphs: [
              'Each engagement begins with a written offer that names the scope, the price and the dates. It becomes an agreement when you accept it in writing; an e-mail is enough.',
            ],
            points: [
              'Deposit: {deposit} of the price is due when you order, the rest when we hand over.',
              'Billing: services by the month are billed monthly in advance, with {paymentDays}-day terms.',
              'Refunds: you may ask for a refund within {refundDays} days if what we delivered is not what was agreed.',
              'Maintenance: planned maintenance is announced {maintenanceNotice} ahead.',
              'Support: we respond within {replyWithin}, at any time of the day.',
              'Availability: we aim at {uptime} uptime for what we host. It is a target, not a guarantee.',
            ],
          },
          {
            anchor: 'consent',
            title: 'Communication Consent',
            paragraphs: [
              'When you send the contact form you agree that {siteName} may write to you and call you, by email, phone and SMS, about your inquiry and what we offer. We record when you agreed and to which wording.',
              'You can withdraw this at any time, with effect from then on, by a message to [{contactEmail}](mailto:{contactEmail}) or a reply to any of ours. We then stop, at no cost to you.',
            ],
          },
          {
            anchor: 'data',
            title: 'Data Usage',
            paragraphs: [
              'We use the data you give us to answer you and to do the work you order. Material you hand over stays yours; you confirm that you may hand it over. We do not sell data and do not train models with it.',
              'Which data that is, how long we keep it and what you can ask of us is told in the [Privacy Policy](/privacy).',
            ],
          },
          {
            anchor: 'liability',
            title: 'Limitation of Liability',
            paragraphs: [
              'AI systems make mistakes. In the fields we set them up for, their accuracy is commonly {accuracy}; decisions of weight must be checked by a person. Figures for saved time and cost on this site are experience, not promises.',
              'We are liable without limit for intent and gross negligence, for injury to life and health, and where the law does not allow a limit. Otherwise our liability is limited to the price of the engagement in which the damage arose, and does not extend to lost profit.',
            ],
          },
          {
            anchor: 'contact',
            title: 'Contact',
            paragraphs: [
              'Questions about these terms: [{contactEmail}](mailto:{contactEmail}). We reply within {replyWithin}.',
            ],
          },
        ],
      },
    },
  ],
}
