import type { ChatAppearance } from '#app/features/chat/settings/chat-appearance.ts'
import type { LeadsMessages } from '#app/features/leads/messages.en.ts'
import { fill } from '#app/lib/messages.ts'
import type { AskedQuestions } from '#app/lib/question.ts'

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
  /** Shown if the server cannot be reached. */
  failure: { reply: string; toast: string }
}

/** Texts in another language; those in the site's language come with the page. */
export type PanelLanguage = PanelTexts & { code: string; direction: 'ltr' | 'rtl' }

export type Panel = ChatAppearance & {
  language: PanelLanguage | null
  /** The owner's own questions in the contact form, if there are any. */
  asked?: AskedQuestions
}

/** `offersMeetings` says whether visitors can book a meeting. */
export type ChatWidgetProps = PanelTexts & { siteName: string; offersMeetings: boolean }

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
