import type { Look } from '#app/lib/look.ts'

import type { Admission } from './admission/admission.server.ts'
import type { ShippingState } from './backup/continuous/ship-messages.ts'
import type { Clock } from './clock.ts'
import type { Signer } from './crypto/signer.server.ts'
import type { Vault } from './crypto/vault.server.ts'
import type { Db, Engine } from './db/engine.server.ts'
import type { EmailTemplate } from './email/email-template.ts'
import type { MailTransport } from './email/mail-transport.server.ts'
import type { Env } from './env.server.ts'
import type { BusinessEvent } from './events.ts'
import type { FileStore } from './files/file-store.ts'
import type { Log } from './log.server.ts'
import type { Pool } from './pool/pool.server.ts'
import type { Signals } from './signals/signals.server.ts'

/** Who acts: the signed-in owner, or null for a visitor and for the software itself. */
export type Actor = {
  readonly ownerId: string
  readonly email: string
  readonly sessionId: string
  /** Browser and system, coarsely. */
  readonly device: string
}

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
  readonly look: Look
}

/** Turns texts into vectors that lie near each other where the meanings do. */
export type Embedder = {
  /** Names model and length, for only vectors of one model compare; null where no provider makes any. */
  model(ctx: Ctx): Promise<string | null>
  /** A vector for each text. @throws where the provider fails or is late, or a cap is reached. */
  embed(
    ctx: Ctx,
    texts: readonly string[],
    options: {
      purpose: 'document' | 'question'
      /** Milliseconds. */ patience: number
      signal?: AbortSignal
    },
  ): Promise<Float32Array[]>
}

/** What every verb is handed as its first argument; nothing of it is imported, so that tests hand in their own. */
export type Ctx = {
  readonly db: Db
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  readonly signals: Signals
  /** What this instance keeps in memory. */
  readonly state: ProcessState
  readonly signer: Signer
  readonly vault: Vault
  /** Where each AI provider is reached. */
  readonly ai: Env['ai']
  /** Whether pages of this machine may be fetched; only under FETCH_LOOPBACK=on, for tests. */
  readonly outbound: Env['outbound']
  /** Where search engines are told of pages that changed; null while they are not. */
  readonly indexNow: Env['indexNow']
  /** Where backups are put, and what they are encrypted with; null while they are not. */
  readonly backup: Env['backup']
  /** How the continuous backup stands; null while there is none. */
  readonly shipState: () => ShippingState | null
  /** Where uploaded pictures lie. */
  readonly files: FileStore
  /** Where lies what must outlive the database: the list of erasures. */
  readonly records: FileStore
  /** Null while SMTP_URL is unset: mails are then held in the outbox. */
  readonly mail: MailTransport | null
  /** Every kind of mail the features can send, by name. */
  readonly emailTemplates: ReadonlyMap<string, EmailTemplate<object>>
  /** Takes the caller's context, for inside a transaction only its handle may be used. */
  readonly site: (ctx: { readonly db: Db }) => Promise<SiteIdentity>
  /** Notes an event in the caller's transaction: it is counted, shortly after, if and only if what it tells of is stored. */
  readonly recordEvent: (ctx: Ctx, event: BusinessEvent) => Promise<void>
  readonly embedder: Embedder
  /** Where whatever came from outside is parsed. */
  readonly pool: Pool
  /** Whether visitors reach us over https: cookies are then Secure. */
  readonly isHttps: boolean
  /** False only under LIMITS=off. */
  readonly limits: boolean
  readonly admission: Admission
  /** Ends this process in good order and starts it anew; nothing where it is no server. */
  readonly restart: () => void
  readonly actor: Actor | null
}

/** Makes something that an instance keeps in memory, at its first use; the function is its key. */
type CreateState<State> = (signals: Signals) => State

/** What one instance keeps in memory between requests. Two instances in one process, as in tests, share none of it. */
type ProcessState = { of<State>(create: CreateState<State>): State }

export function createProcessState(signals: Signals): ProcessState {
  const kept = new Map<CreateState<unknown>, unknown>()
  return {
    of<State>(create: CreateState<State>): State {
      if (!kept.has(create)) kept.set(create, create(signals))
      // Only what `create` made is stored under it.
      return kept.get(create) as State
    },
  }
}
