import type { ChatAppearance } from '#app/features/chat/settings/chat-appearance.ts'
import type { LeadsMessages } from '#app/features/leads/messages.en.ts'
import { fill } from '#app/lib/messages.ts'

import type { WidgetTexts } from './widget.en.ts'

type FormTexts = LeadsMessages['form']

export type ContactTexts = Pick<
  FormTexts,
  | 'label'
  | 'name'
  | 'email'
  | 'message'
  | 'consentBefore'
  | 'consentLink'
  | 'consentAfter'
  | 'send'
  | 'sending'
> &
  LeadsMessages['toast'] & { dismiss: string }

export type PanelTexts = {
  texts: WidgetTexts
  contact: ContactTexts
  /** Shown when the server cannot be reached. */
  failure: { reply: string; toast: string }
}

/** Texts that are not in the language of the site, which the page has brought. */
export type PanelLanguage = PanelTexts & { code: string; direction: 'ltr' | 'rtl' }

/** What the server says of the panel when it opens. */
export type Panel = ChatAppearance & { language: PanelLanguage | null }

export type ChatWidgetProps = PanelTexts & { siteName: string }

/** The texts of the contact form inside the panel. */
export function contactTextsOf(
  { form, toast }: Pick<LeadsMessages, 'form' | 'toast'>,
  { leaveMessage: label, dismiss }: WidgetTexts,
  siteName: string,
): ContactTexts {
  const { name, email, message, consentBefore, consentLink, send, sending } = form
  const consentAfter = fill(form.consentAfter, { siteName })
  return {
    label,
    name,
    email,
    message,
    consentBefore,
    consentLink,
    consentAfter,
    send,
    sending,
    dismiss,
    ...toast,
  }
}
