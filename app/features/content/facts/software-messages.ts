import { publicTexts } from '#app/lib/messages.ts'

/** What the software does with data, for placeholders in texts. `provider` and `ownServer` say to whom messages go. */
const en = {
  ownServer: 'our own server',
  provider: 'the provider of the AI model that answers',
  namedProvider: '{names}, the provider of the AI model that answers',
  doNotTrack:
    'Visitors whose browser sends Do Not Track or Global Privacy Control are not counted, and neither are visitors without JavaScript.',
  noDoNotTrack:
    'Do Not Track and Global Privacy Control are not taken into account here. Visitors without JavaScript are not counted.',
  visits:
    'Visits are counted without cookies. Single page views are kept for {days} days, then only the sums of each day remain.',
  assistant: 'What you write to the assistant goes to {provider}, but only once you write.',
  mail: 'Our messages are delivered by our mail server.',
  noMail: 'This site sends no mail; our messages are held here.',
  filesElsewhere: 'Uploaded files are stored with the provider of our storage.',
  filesHere: 'Uploaded files are stored on the server of this site.',
  backups:
    'Everything is backed up each night, and the last {keep} backups are kept. What is erased on request is erased again whenever an older one is restored.',
  pictures:
    'All pictures are served from here, even those that come from other sites, so your browser does not contact any other company.',
}

export type SoftwareMessages = typeof en

export const softwareTexts = publicTexts<SoftwareMessages>('software', { en })
