import type { ComponentType } from 'react'
import type { z } from 'zod'

import type { Look } from '#app/lib/look.ts'
import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'

import type { Wording } from '../wording.ts'

export type EmailSite = {
  readonly siteName: string
  /** BCP 47 tag of the language that the mail is in. */
  readonly language: string
  readonly publicUrl: string
  readonly contactEmail: string
  readonly look: Look
  readonly wording?: Pick<Wording, 'texts'>
}

/** `Context` is that of the process, which this file does not know, because it contains the templates. */
export type EmailTemplate<Props, Context = never> = {
  readonly name: string
  /** The props grant access, so they are sealed, and the outbox does not show the body. */
  readonly isSecret?: boolean
  /** For visitors, so the owner's wording applies. */
  readonly isWorded?: boolean
  readonly props: z.ZodType<Props>
  subject(props: Props, site: EmailSite): string
  readonly Body: ComponentType<Props & { site: EmailSite }>
  /**
   * Adds, at the moment of sending, what must not be stored with the mail, such as a link that grants access. Null: the mail
   * is not to be sent any more.
   */
  readonly complete?: (ctx: Context, props: Props) => Promise<Props | null>
  /** Address of the page on which the recipient ends these mails, which also takes a press in the mail program (RFC 8058). */
  readonly unsubscribeUrl?: (props: Props) => string | null
  /** The calendar part (RFC 5546). */
  readonly calendar?: (props: Props, site: EmailSite) => MailCalendar | null
}

export type MailCalendar = { method: 'REQUEST' | 'CANCEL'; content: string }

export function defineEmail<Props, Context = never>(
  template: EmailTemplate<Props, Context>,
): EmailTemplate<Props, Context> {
  return template
}

export function wordedFor<Strings>({ wording }: EmailSite, texts: PublicTexts<Strings>): Strings {
  return wording?.texts(texts) ?? texts.of[defaultLocale]
}
