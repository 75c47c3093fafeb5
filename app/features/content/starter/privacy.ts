import { leadField, type LeadFieldName, leadFieldsForOwner } from '#app/features/leads/lead-fields.ts'

import type { StarterPage } from './starter-page.ts'

const required = leadFieldsForOwner.filter((name) => leadField(name).isRequired)
const optional = leadFieldsForOwner.filter((name) => !leadField(name).isRequired)

/** “VAT number” stays as it is. */
function inSentence(names: readonly LeadFieldName[]): string {
  const words = names.map((name) =>
    leadField(name).heading.replace(/^[A-Z](?=[a-z]*\b)/, (letter) => letter.toLowerCase()),
  )
  return new Intl.ListFormat('en-GB').format(words)
}

export const privacyPage: StarterPage = {
  id: 'privacy',
  kind: 'legal',
  path: '/privacy',
  name: 'Privacy Policy',
  metaTitle: 'Privacy Policy',
  description:
    'What {siteName} collects on this site, why, for how long, and what you can ask of us. No advertising, no tracking cookies, no data sold.',
  blocks: [
    {
      id: 'text',
      type: 'legal-text',
      props: {
        title: 'Privacy Policy',
        updated: 'Last updated November 2024',
        intro:
          'This page says what this site really does with data about you. It sets no cookies for visitors, counts visits without following anyone, loads nothing from other companies and shows no advertising.',
        sections: [
          {
            anchor: 'collected',
            title: 'Information Collected',
            paragraphs: ['You can read every page without giving us anything. We collect:'],
            points: [
              `What you write in the contact form: ${inSentence(required)}, and if you like ${inSentence(optional)}.`,
              'With it, your consent: its wording and the time you gave it.',
              'Apart from both, that an inquiry or a chat came in: the minute, the page, the first page of the visit, the service, the site and campaign labels that led here, and the country by your browser’s language. It bears no name, no hash of you and no reference to your message.',
              'When you book a meeting: your name, your email address, what you answer and the time.',
              'What you write to the assistant, with its replies and the page you asked on. Your browser keeps the key to that conversation once you open the chat, until you begin a new one or clear it. It also keeps, for itself alone, that you stopped the animations or were offered another language.',
              'Where the inquiry came from: the page you sent it from, the page and the site that led you here, and campaign labels in the link, if there were any.',
              'That a page was read: which page and when, the site and the campaign labels that led to it, the country by your browser’s time zone or language, the kind of device, and how quickly the page was there. To count you once a day we make a hash of your IP address and browser under a random number that is destroyed when the day is over; from then on nobody can tell whose it was, nor know you again the next day. For this, nothing is stored in your browser.',
              '{software.doNotTrack}',
              'To hold off abuse, a keyed hash of your IP address and email address, which is deleted within two days; of an email address with which somebody asks for the password of the admin or tries too often to sign in there, a keyed hash in the log of that, for 24 months. The IP address itself is neither stored nor logged.',
              'If you have your website read here: its address, what its public pages say, and what you ask about them.',
              'When you are signed in to the admin area: a cookie that keeps you signed in, and the kind of device.',
            ],
          },
          {
            anchor: 'use',
            title: 'Use of Information',
            paragraphs: [
              'We use it to answer your inquiry, to prepare and do the work you order, to keep spam out, to see which page an inquiry came from, and to see by added-up figures which pages are read and how quick they are. We do not build profiles and make no automatic decisions about you.',
            ],
          },
          {
            anchor: 'sharing',
            title: 'Sharing of Information',
            paragraphs: [
              'We do not sell data and do not pass it on for advertising. It goes only to those who carry out our service: the host of this site and the mail server that delivers our messages, each bound to our instructions, and to authorities where the law obliges us.',
              'When you write to the assistant, your messages in that conversation go to {software.provider}, as our processor. Nothing goes there before you write, and neither your name nor your address is added.',
              'Links to other sites, such as those for sharing a page, send them nothing until you follow them.',
            ],
          },
          {
            anchor: 'security',
            title: 'Security',
            paragraphs: [
              'Inquiries are stored in our own database and reach only people who sign in with a password kept as a salted, slow hash. Connections are encrypted wherever this site is served by https, and secrets are encrypted where they are stored. If data should be exposed nevertheless, we tell you and the authority in time.',
            ],
          },
          {
            anchor: 'rights',
            title: 'Your Rights',
            paragraphs: [
              'You can ask what we hold about you, have it corrected, deleted or handed over in a readable format, object to its use and withdraw your consent. Deleting reaches inquiries, conversations with the assistant, stored mails and what others wrote of your address. Write to [{contactEmail}](mailto:{contactEmail}); we respond to privacy inquiries within {privacyReply}. You can also complain to your data protection authority.',
            ],
          },
          {
            anchor: 'retention',
            title: 'Retention',
            paragraphs: ['We keep data only as long as it is needed:'],
            points: [
              'Project data: for the duration of the service plus {projectDataMonths} months, then it is deleted automatically.',
              'Communication records, inquiries and conversations with the assistant among them: {communicationMonths} months after the last contact, then they are deleted automatically.',
              'What was read of a website that you entered, and your questions about it: seven days, or until you delete it on its page.',
              'Mails to us that belong to no inquiry: 30 days after a person of our team has set them aside.',
              'Single page views: {eventDays} days unless set otherwise, then only the sums of each day remain; the random numbers behind the hashes: until the day is over.',
              'That you asked us to delete: the time and a keyed hash of your email address, from which nobody can read the address, so that the deletion is carried out again should we ever restore an older backup.',
              'Inactive accounts may be deleted after {inactiveYears} years. Visitors of this site need none and have none.',
            ],
          },
          {
            anchor: 'contact',
            title: 'Contact',
            paragraphs: [
              '{siteName}, [{contactEmail}](mailto:{contactEmail}). We respond to privacy inquiries within {privacyReply}.',
            ],
          },
        ],
      },
    },
  ],
}
