import { HONEYPOT } from './lead-fields.ts'
import type { Inquiry } from './parse-inquiry.server.ts'

/** Nobody reads, types and sends a form within this; a filled-in form alone is not yet spam, for browsers autofill. */
const TOO_FAST_MS = 2000

export type Sending = {
  fields: Readonly<Record<string, string>>
  /** Milliseconds since the form woke; null for a plain post. */
  openFor: number | null
}

/**
 * Why an inquiry goes to the Spam folder, or null. The hidden field is proof; other signs count together, so that a
 * quick sender or one who sends a link is still heard.
 */
export function spamReason(inquiry: Inquiry, sending: Sending): string | null {
  if ((sending.fields[HONEYPOT] ?? '').trim() !== '') return 'The hidden field was filled in.'
  const signs: [string, number][] = []
  const links = inquiry.message.match(/(?:https?:\/\/|www\.)\S+/gi)?.length ?? 0
  if (links >= 2) signs.push([`${links} links in the message`, links >= 4 ? 2 : 1])
  if (/https?:\/\/|www\./i.test(inquiry.name)) signs.push(['a link as the name', 2])
  if (sending.openFor !== null && sending.openFor < TOO_FAST_MS) signs.push(['sent within two seconds', 1])
  if (sending.openFor === null && links > 0) signs.push(['a link, sent without the form', 1])
  if (/<a\s+href|\[url=/i.test(inquiry.message)) signs.push(['link markup', 2])
  const weight = signs.reduce((sum, [, weighs]) => sum + weighs, 0)
  if (weight < 2) return null
  const reason = signs.map(([sign]) => sign).join(', ')
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}
