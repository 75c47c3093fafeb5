import type { InquiryField } from '../lead-fields.ts'
import type { LeadsMessages } from '../messages.en.ts'

/** What a contact form is rendered from, on the server and again in the browser: JSON alone. */
export type ContactFormProps = {
  texts: Pick<LeadsMessages, 'form' | 'toast'>
  /** The sentence after the linked terms, with the site's name in it. */
  consentAfter: string
  /** Which form of the site it is: stored with the lead. */
  form: string
  service?: string
  plan?: string
  /** After a plain post that was refused: what was typed, and what is wrong with it. */
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Partial<Record<InquiryField, string>>>
  /** A refusal of the whole form. */
  refusal?: string
}
