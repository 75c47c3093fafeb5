type Relay = {
  name: string
  /** Suffixes of the mail server's host. */
  hosts: readonly string[]
  /** The domain to include in an SPF record for the relay's mail. Null if it sends with a domain of its own. */
  include: string | null
  /** The selectors of its DKIM keys. */
  selectors: readonly string[]
}

/** Services that send from other addresses than they receive at, with the values they document. */
const relays: readonly Relay[] = [
  { name: 'Google', hosts: ['gmail.com', 'google.com'], include: '_spf.google.com', selectors: ['google'] },
  {
    name: 'Microsoft 365',
    hosts: ['office365.com', 'outlook.com'],
    include: 'spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
  },
  { name: 'SendGrid', hosts: ['sendgrid.net'], include: 'sendgrid.net', selectors: ['s1', 's2'] },
  {
    name: 'Mailgun',
    hosts: ['mailgun.org'],
    include: 'mailgun.org',
    selectors: ['mx', 'pic', 'krs', 'smtp'],
  },
  {
    name: 'Brevo',
    hosts: ['brevo.com', 'sendinblue.com'],
    include: 'spf.brevo.com',
    selectors: ['mail', 'brevo1'],
  },
  { name: 'Mailjet', hosts: ['mailjet.com'], include: 'spf.mailjet.com', selectors: ['mailjet'] },
  {
    name: 'Mandrill',
    hosts: ['mandrillapp.com'],
    include: 'spf.mandrillapp.com',
    selectors: ['mte1', 'mte2'],
  },
  {
    name: 'Zoho',
    hosts: ['zoho.com', 'zoho.eu', 'zoho.in'],
    include: 'zohomail.com',
    selectors: ['zmail', 'zoho'],
  },
  {
    name: 'Fastmail',
    hosts: ['fastmail.com', 'messagingengine.com'],
    include: 'spf.messagingengine.com',
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  {
    name: 'IONOS',
    hosts: ['ionos.com'],
    include: '_spf-us.ionos.com',
    selectors: ['s1-ionos', 's2-ionos'],
  },
  {
    name: 'IONOS',
    hosts: ['ionos.de', 'ionos.co.uk', 'ionos.fr', 'ionos.es', 'ionos.it'],
    include: '_spf-eu.ionos.com',
    selectors: ['s1-ionos', 's2-ionos'],
  },
  {
    name: 'Proton',
    hosts: ['protonmail.ch', 'proton.me'],
    include: '_spf.protonmail.ch',
    selectors: ['protonmail', 'protonmail2', 'protonmail3'],
  },
  { name: 'Postmark', hosts: ['postmarkapp.com'], include: null, selectors: ['pm'] },
  { name: 'Amazon SES', hosts: ['amazonaws.com'], include: null, selectors: [] },
  { name: 'Resend', hosts: ['resend.com'], include: null, selectors: ['resend'] },
]

export function findRelay(host: string): Relay | null {
  const isOf = (suffix: string) => host === suffix || host.endsWith(`.${suffix}`)
  return relays.find(({ hosts }) => hosts.some(isOf)) ?? null
}

/** Common selectors to try if the owner names none; those of the relay come first. */
export function likelySelectors(host: string | null): string[] {
  const relay = host === null ? null : findRelay(host)
  const own = relays.filter((each) => each === relay).flatMap(({ selectors }) => selectors)
  const others = relays.flatMap(({ selectors }) => selectors)
  return [...new Set([...own, 'default', 'dkim', 'mail', 'smtp', 'k1', 'k2', 'key1', 'sig1', ...others])]
}
