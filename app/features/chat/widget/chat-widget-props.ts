import type { leadsEn } from '#app/features/leads/messages.en.ts'

import type { WidgetTexts } from './widget.en.ts'

type FormTexts = (typeof leadsEn)['form']

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
  (typeof leadsEn)['toast']

export type ChatWidgetProps = {
  siteName: string
  texts: WidgetTexts
  contact: ContactTexts
  /** Shown when the server cannot be reached. */
  failure: { reply: string; toast: string }
}
