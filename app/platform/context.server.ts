import type { BusinessHours } from '#app/lib/business-hours.ts'
import type { SiteLanguage } from '#app/lib/languages.ts'
import type { Look } from '#app/lib/look.ts'
import type { VisitorCard } from '#app/lib/visitor-card.ts'

import type { Admission } from './admission/admission.server.ts'
import type { ShippingState } from './backup/continuous/ship-messages.ts'
import type { Clock } from './clock.ts'
import type { Signer } from './crypto/signer.server.ts'
import type { Vault } from './crypto/vault.server.ts'
import type { Db, Engine } from './db/engine.server.ts'
import type { EmailTemplate } from './email/email-template.ts'
import type { ImapServer, MailTransport } from './email/mail-transport.server.ts'
import type { DnsLookup } from './email/sending-domain/dns-lookup.server.ts'
import type { Env } from './env.server.ts'
import type { BusinessEvent, VisitorHints } from './events.ts'
import type { FileStore } from './files/file-store.ts'
import type { Log } from './log.server.ts'
import type { NoticeEvent } from './notice-events.ts'
import type { Permission, Role } from './permissions.ts'
import type { Pool } from './pool/pool.server.ts'
import type { Signals } from './signals/signals.server.ts'
import type { WebhookEvent } from './webhook-events.ts'
import type { ProductText, ProductTranslation, Wording } from './wording.ts'

export type Actor = {
  readonly memberId: string
  readonly email: string
  /** Empty until the member enters one. */
  readonly name: string
  readonly role: Role
  readonly sessionId: string
  /** Shown in the audit log. Names the token if a program acts with one. */
  readonly device: string
  /** Permissions of the token or app, which further limit those of the role. */
  readonly scopes?: readonly Permission[]
}

/** How the business presents itself on pages, in mails and in metadata. */
export type SiteIdentity = {
  readonly siteName: string
  readonly contactEmail: string
  /** Recipients of inquiry notices. If empty: the owner's account and the contact address. */
  readonly noticeEmails: readonly string[]
  readonly socialLinkedin: string
  readonly socialX: string
  readonly socialInstagram: string
  /** IANA name, for example Europe/Berlin. */
  readonly timeZone: string
  /** Three-letter code, such as EUR. */
  readonly currency: string
  /** In `timeZone`. */
  readonly businessHours: BusinessHours
  readonly mailFrom: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** BCP 47 tag of the context's language, in which its texts are. */
  readonly language: string
  /** Its addresses have no prefix. */
  readonly mainLanguage: string
  /** All languages of the site; the first is the main one. */
  readonly languages: readonly SiteLanguage[]
  readonly look: Look
  /** The brand's files, by the path they are served at. */
  readonly brandFiles: ReadonlyMap<string, BrandFile>
}

export type BrandFile = {
  readonly type: 'image/jpeg' | 'image/png' | 'image/svg+xml' | 'image/webp' | 'image/x-icon'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Content-Security-Policy header of this file. */
  readonly policy?: string
}

export type LegalText = {
  /** Hash of the other fields. */
  readonly id: string
  readonly path: string
  readonly title: string
  readonly body: string
}

/** Turns texts into vectors that are close where meanings are close. */
export type Embedder = {
  /** Identifies model and vector length, because only vectors of one model compare. Null without a provider. */
  model(ctx: Ctx): Promise<string | null>
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

export type ToolVisit = {
  clientAddress: string
  /** The browser's IANA time zone; null if it sent none. */
  timeZone: string | null
}

type Tool = {
  name: string
  /** Shown to the owner. */
  title: string
  /** Shown to the model. */
  description: string
  /** JSON Schema of the input. */
  schema: object
}

export type CardSending = {
  fields: Readonly<Record<string, string>>
  clientAddress: string
  referer: string | null
  visitor: VisitorHints | null
  conversationId: string
}

/** Runs at once and changes nothing. */
type ReadingTool = Tool & {
  /** @throws {AppError} with a sentence for the model. */
  run(ctx: Ctx, input: unknown, visit: ToolVisit): Promise<Record<string, unknown>>
}

/** Changes something, so the visitor must confirm it with a button. */
type AskingTool = Tool & {
  /** Changes nothing. @throws {AppError} with a sentence for the model. */
  propose(ctx: Ctx, input: unknown, visit: ToolVisit): Promise<VisitorCard>
  /** Runs once for the same input and sender. @throws {FieldErrors | AppError} with a sentence for the visitor. */
  press(ctx: Ctx, input: unknown, sending: CardSending): Promise<{ done: string; leadId: string }>
}

/** The assistant in whose conversation something happens. */
export type SpeakingAssistant = {
  /** `site` for the one of this site. */
  readonly id: string
  /** US dollars; null if only the caps of the installation apply. */
  readonly dailyCap: number | null
  readonly monthlyCap: number | null
}

export const siteAssistant: SpeakingAssistant = {
  id: 'site',
  dailyCap: null,
  monthlyCap: null,
}

export type VisitorTool = ReadingTool | AskingTool

/** Returns facts by their names in a language, with the product's texts in it; null for English. */
export type SoftwareFacts = (
  translation: ProductTranslation | null,
  tag: string,
) => Readonly<Record<string, string>>

/** The first argument of every verb. It imports nothing, so tests can pass in their own. */
export type Ctx = {
  readonly db: Db
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  readonly signals: Signals
  readonly state: ProcessState
  readonly signer: Signer
  readonly vault: Vault
  readonly ai: Env['ai']
  /** Whether this machine's own pages may be fetched (FETCH_LOOPBACK=on), and what stands in for Google and Microsoft, for tests. */
  readonly outbound: Env['outbound']
  readonly indexNow: Env['indexNow']
  /** Whether search engines may list the site. */
  readonly isOpenToSearch: (ctx: Ctx) => Promise<boolean>
  readonly backup: Env['backup']
  readonly continuous: Env['continuous']
  readonly shipState: () => ShippingState | null
  /** The earliest moment that the continuous backup can restore. */
  readonly shippedSince: () => Promise<number | null>
  readonly files: FileStore
  readonly records: FileStore
  /** Returns the mail server of SMTP_URL or of Connections. Null if there is none; mails are then held in the outbox. */
  readonly mail: (ctx: { readonly db: Db }) => Promise<MailTransport | null>
  /** Returns the mailbox that is read for replies, or null. */
  readonly imap: (ctx: { readonly db: Db }) => Promise<ImapServer | null>
  readonly lookUpDns: DnsLookup
  readonly emailTemplates: ReadonlyMap<string, EmailTemplate<object, Ctx>>
  /** Takes the caller's context, because a transaction must use its own handle. */
  readonly site: (ctx: { readonly db: Db; readonly language?: string | null }) => Promise<SiteIdentity>
  /** BCP 47 tag of the language that the visitor reads; null for the site's main language. */
  readonly language: string | null
  /** The assistant that speaks with the visitor. Its searches find only its collections. */
  readonly assistant: SpeakingAssistant
  /** Returns the product's own texts in another language; null for English and languages without texts. */
  readonly translation: (tag: string) => Promise<ProductTranslation | null>
  readonly wording: (ctx: Ctx) => Promise<Wording>
  /** The product's own texts by key. */
  readonly productTexts: () => Promise<ReadonlyMap<string, ProductText>>
  /** The legal texts as visitors see them now. */
  readonly legalTexts: (ctx: Ctx) => Promise<readonly LegalText[]>
  /** Facts about how this installation handles data, by the placeholder names that texts use. */
  readonly softwareFacts: (ctx: Ctx) => Promise<SoftwareFacts>
  /** Records an event in the caller's transaction, so it is counted only if the record is stored. */
  readonly recordEvent: (ctx: Ctx, event: BusinessEvent) => Promise<void>
  /** Tells other programs what happened, in the caller's transaction. */
  readonly tellWebhooks: (ctx: Ctx, event: WebhookEvent) => Promise<void>
  /** All tools of the assistant, including disabled ones. */
  readonly visitorTools: () => Promise<readonly VisitorTool[]>
  /** Notifies members through the channels they chose, in the caller's transaction. */
  readonly notify: (ctx: Ctx, event: NoticeEvent) => Promise<void>
  readonly embedder: Embedder
  readonly pool: Pool
  readonly isHttps: boolean
  /** False only with LIMITS=off. */
  readonly limits: boolean
  readonly admission: Admission
  readonly restart: () => void
  /** Null unless this is a demo (`npm run demo`): when all data is deleted, and the sign-in for everybody. */
  readonly demo: Env['demo']
  readonly actor: Actor | null
}

type CreateState<State> = (signals: Signals) => State

type ProcessState = { of<State>(create: CreateState<State>): State }

export function createProcessState(signals: Signals): ProcessState {
  const kept = new Map<CreateState<unknown>, unknown>()
  return {
    of<State>(create: CreateState<State>): State {
      if (!kept.has(create)) kept.set(create, create(signals))
      // The value of a key is always what that `create` returned.
      return kept.get(create) as State
    },
  }
}
