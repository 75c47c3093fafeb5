import type { Clock } from './clock.ts'
import type { Signer } from './crypto/signer.server.ts'
import type { Db, Engine } from './db/engine.server.ts'
import type { EmailTemplate } from './email/email-template.ts'
import type { MailTransport } from './email/mail-transport.server.ts'
import type { Log } from './log.server.ts'
import type { Signals } from './signals/signals.server.ts'

/** Who acts: the signed-in owner, or null for a visitor and for the software itself. */
export type Actor = { readonly ownerId: string; readonly email: string; readonly sessionId: string }

/** How the business shows itself: on every page, in mails and in metadata. Times are the site's own, in `timeZone`. */
export type SiteIdentity = {
  readonly siteName: string
  readonly contactEmail: string
  /** Where notices of inquiries go; empty: the owner's account and the contact address. */
  readonly noticeEmails: readonly string[]
  readonly socialLinkedin: string
  readonly socialX: string
  readonly socialInstagram: string
  /** IANA name, for example Europe/Berlin. */
  readonly timeZone: string
  /** The From header of mails. */
  readonly mailFrom: string
  /** Origin without a slash at its end. */
  readonly publicUrl: string
}

/** What every verb is handed as its first argument; nothing of it is imported, so that tests hand in their own. */
export type Ctx = {
  readonly db: Db
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  readonly signals: Signals
  readonly signer: Signer
  /** Null while SMTP_URL is unset: mails are then held in the outbox. */
  readonly mail: MailTransport | null
  /** Every kind of mail the features can send, by name. */
  readonly emailTemplates: ReadonlyMap<string, EmailTemplate<object>>
  /** Takes the caller's context, for inside a transaction only its handle may be used. */
  readonly site: (ctx: { readonly db: Db }) => Promise<SiteIdentity>
  /** Whether visitors reach us over https: cookies are then Secure. */
  readonly isHttps: boolean
  /** False only under LIMITS=off. */
  readonly limits: boolean
  readonly actor: Actor | null
}
