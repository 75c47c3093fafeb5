type Place = { host: string; port: number }

export type MailService = {
  id: string
  label: string
  outgoing: Place
  /** Null for services that only send. */
  incoming: Place | null
  /** What its password is, in one sentence. */
  hint: string
}

const APP_PASSWORD = 'Create an app password in your account there; the usual one is refused.'

/** The addresses that the services document. */
export const mailServices: readonly MailService[] = [
  {
    id: 'google',
    label: 'Google Workspace',
    outgoing: { host: 'smtp.gmail.com', port: 465 },
    incoming: { host: 'imap.gmail.com', port: 993 },
    hint: APP_PASSWORD,
  },
  {
    id: 'microsoft',
    label: 'Microsoft 365',
    outgoing: { host: 'smtp.office365.com', port: 587 },
    incoming: { host: 'outlook.office365.com', port: 993 },
    hint: 'Your administrator has to allow “Authenticated SMTP” for this mailbox.',
  },
  {
    id: 'fastmail',
    label: 'Fastmail',
    outgoing: { host: 'smtp.fastmail.com', port: 465 },
    incoming: { host: 'imap.fastmail.com', port: 993 },
    hint: APP_PASSWORD,
  },
  {
    id: 'zoho',
    label: 'Zoho',
    outgoing: { host: 'smtp.zoho.com', port: 465 },
    incoming: { host: 'imap.zoho.com', port: 993 },
    hint: 'Accounts in Europe use smtp.zoho.eu and imap.zoho.eu, with an app password.',
  },
  {
    id: 'ionos',
    label: 'IONOS',
    outgoing: { host: 'smtp.ionos.com', port: 465 },
    incoming: { host: 'imap.ionos.com', port: 993 },
    hint: 'The user is the whole e-mail address, with the mailbox’s password.',
  },
  {
    id: 'ses',
    label: 'Amazon SES',
    outgoing: { host: 'email-smtp.us-east-1.amazonaws.com', port: 587 },
    incoming: null,
    hint: 'Change us-east-1 to your region, and use SMTP credentials rather than an access key.',
  },
  {
    id: 'postmark',
    label: 'Postmark',
    outgoing: { host: 'smtp.postmarkapp.com', port: 587 },
    incoming: null,
    hint: 'The server API token is both the user and the password.',
  },
  {
    id: 'mailgun',
    label: 'Mailgun',
    outgoing: { host: 'smtp.mailgun.org', port: 587 },
    incoming: null,
    hint: 'Domains in Europe use smtp.eu.mailgun.org.',
  },
]

export const OTHER = 'other'

export type ConnectionKind = 'outgoing' | 'incoming'

export function servicesFor(kind: ConnectionKind): readonly MailService[] {
  return mailServices.filter((service) => service[kind] !== null)
}

export function placeOf(kind: ConnectionKind, id: string): Place | null {
  return mailServices.find((service) => service.id === id)?.[kind] ?? null
}
