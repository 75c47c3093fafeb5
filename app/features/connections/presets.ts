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

const mailService = (
  [id, label]: readonly [id: string, label: string],
  [outgoing, port]: readonly [host: string, port: number],
  incoming: string | null,
  hint: string,
): MailService => ({
  id,
  label,
  outgoing: { host: outgoing, port },
  incoming: incoming === null ? null : { host: incoming, port: 993 },
  hint,
})

/** The addresses that the services document. */
export const mailServices: readonly MailService[] = [
  mailService(['google', 'Google Workspace'], ['smtp.gmail.com', 465], 'imap.gmail.com', APP_PASSWORD),
  mailService(
    ['microsoft', 'Microsoft 365'],
    ['smtp.office365.com', 587],
    'outlook.office365.com',
    'Sign in with Microsoft 365. Your administrator has to allow “Authenticated SMTP” for this mailbox.',
  ),
  mailService(['fastmail', 'Fastmail'], ['smtp.fastmail.com', 465], 'imap.fastmail.com', APP_PASSWORD),
  mailService(
    ['zoho', 'Zoho'],
    ['smtp.zoho.com', 465],
    'imap.zoho.com',
    'Accounts in Europe use smtp.zoho.eu and imap.zoho.eu, with an app password.',
  ),
  mailService(
    ['ionos', 'IONOS'],
    ['smtp.ionos.com', 465],
    'imap.ionos.com',
    'The user is the whole e-mail address, with the mailbox’s password.',
  ),
  mailService(
    ['ses', 'Amazon SES'],
    ['email-smtp.us-east-1.amazonaws.com', 587],
    null,
    'Change us-east-1 to your region, and use SMTP credentials rather than an access key.',
  ),
  mailService(
    ['postmark', 'Postmark'],
    ['smtp.postmarkapp.com', 587],
    null,
    'The server API token is both the user and the password.',
  ),
  mailService(
    ['mailgun', 'Mailgun'],
    ['smtp.mailgun.org', 587],
    null,
    'Domains in Europe use smtp.eu.mailgun.org.',
  ),
]

export const OTHER = 'other'

export type ConnectionKind = 'outgoing' | 'incoming'

export function servicesFor(kind: ConnectionKind): readonly MailService[] {
  return mailServices.filter((service) => service[kind] !== null)
}

export function placeOf(kind: ConnectionKind, id: string): Place | null {
  return mailServices.find((service) => service.id === id)?.[kind] ?? null
}
