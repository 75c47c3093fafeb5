import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { fill } from '#app/lib/messages.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'
import type { LeadField } from '#app/platform/db/schema/lead-fields.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { findCountry } from './countries.server.ts'
import {
  HONEYPOT,
  type InquiryField,
  isRequiredLeadField,
  leadField,
  type LeadFieldName,
  leadFieldNames,
  optionalLeadFields,
  requiredLeadFields,
} from './lead-fields.ts'
import type { LeadsMessages } from './messages.en.ts'

/** An inquiry as it is stored: empty fields are null, the country is its English name. */
export type Inquiry = Pick<LeadTable, LeadFieldName | 'phone_e164'>

type Sentences = LeadsMessages['errors']

/** @throws {FieldErrors} with a sentence for each invalid field. */
export function parseInquiry(
  fields: Readonly<Record<string, string>>,
  texts: Sentences,
  language = 'en',
): Inquiry {
  const faults: Partial<Record<InquiryField, string>> = {}
  const read = mapNames(leadFieldNames, (name) => {
    const { text, fault } = readField(name, fields[name] ?? '', { texts, language })
    if (fault) faults[name] = fault
    return text
  })
  if (!isConsent(fields['consent'])) faults.consent = texts.consent
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)

  const country = findCountry(read.country, language)
  return {
    ...mapNames(requiredLeadFields, (name) => read[name]),
    ...mapNames(optionalLeadFields, (name) => read[name] || null),
    country: country?.name ?? null,
    phone_e164: parsePhone(read.phone, country?.code),
  }
}

type Read = { text: string; fault?: string }

function readField(
  name: LeadFieldName,
  typed: string,
  { texts, language }: { texts: Sentences; language: string },
): Read {
  const { kind, limit } = leadField(name)
  if (kind === 'phone') return { text: readPhone(typed, limit) }
  // Text far beyond its limit is rejected without being cleaned, which would be costly.
  const text = typed.length > limit * 4 ? typed : clean[kind](typed)
  if (text === null) return { text: '', fault: texts.unreadable }
  if (text.length > limit) return { text, fault: fill(texts.tooLong, { limit }) }
  if (!text) return isRequiredLeadField(name) ? { text, fault: texts[`${name}Missing`] } : { text }
  if (kind === 'email' && !isEmailAddress(text)) return { text, fault: texts.emailInvalid }
  if (kind === 'country' && !findCountry(text, language)) return { text, fault: texts.countryUnknown }
  return { text }
}

/** Each returns null for text with unreadable characters. */
const clean: Record<Exclude<LeadField['kind'], 'phone'>, (typed: string) => string | null> = {
  line: readableLine,
  country: readableLine,
  email: (typed) => (/[\r\n]/.test(typed) ? null : readableLine(typed)),
  text: (typed) => readableText(typed)?.trim() ?? null,
}

/** Browsers send `on` for a checked box; other clients send other words. */
function isConsent(value: string | undefined): boolean {
  return value === 'on' || value === 'true' || value === 'yes' || value === '1'
}

/** Returns what was typed, on one line and cut to `limit`. It is not validated: a wrong number must not block an inquiry. */
function readPhone(typed: string, limit: number): string {
  const readable = typed
    .slice(0, limit * 4)
    .toWellFormed()
    .replaceAll(/[\0\uFFFD]/g, '')
  const line = assertDefined(readableLine(readable), 'unreadable characters were removed')
  return line
    .slice(0, limit)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** Returns the number in E.164 form, or null if it is not a possible number of the country. */
function parsePhone(text: string, country: string | undefined): string | null {
  // `findCountry` takes its codes from the same library.
  const parsed = parsePhoneNumberFromString(text, country as CountryCode | undefined)
  return parsed?.isPossible() ? parsed.number : null
}

/** Milliseconds. People need longer to fill in a form, but it is no proof, because browsers autofill forms too. */
const TOO_FAST_MS = 2000

type SpamSigns = {
  fields: Readonly<Record<string, string>>
  /** Milliseconds since the form requested its token; null for a form post without one. */
  openFor: number | null
}

/** Returns why an inquiry is spam, or null. Only the hidden field is proof; links and speed are only signs. */
export function spamReason(inquiry: Inquiry, { fields, openFor }: SpamSigns): string | null {
  if (fields[HONEYPOT]?.trim()) return 'The hidden field was filled in.'
  const signs: [string, number][] = []
  const links = [...inquiry.message.matchAll(/(?:https?:\/\/|www\.)\S+/gi)].length
  if (links >= 2) signs.push([`${links} links in the message`, links >= 4 ? 2 : 1])
  if (/https?:\/\/|www\./i.test(inquiry.name)) signs.push(['a link as the name', 2])
  if (openFor !== null && openFor < TOO_FAST_MS) signs.push(['sent within two seconds', 1])
  if (openFor === null && links > 0) signs.push(['a link, sent without the form', 1])
  if (/<a\s+href|\[url=/i.test(inquiry.message)) signs.push(['link markup', 2])
  const weight = signs.reduce((sum, [, weighs]) => sum + weighs, 0)
  if (weight < 2) return null
  const reason = signs.map(([sign]) => sign).join(', ')
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}
