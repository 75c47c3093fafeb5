import type { leadsEn } from '#app/features/leads/messages.en.ts'

import type { WidgetTexts } from './widget.en.ts'

type FormTexts = (typeof leadsEn)['form']

/** Texts of the contact form inside the panel. */
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
  /** §8: the reply and the toast where the server could not say how it failed. */
  failure: { reply: string; toast: string }
}
