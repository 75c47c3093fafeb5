import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

import { isEmailAddress } from '#app/lib/email-address.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { findCountry } from './countries.server.ts'
import { type InquiryField, inquiryLimits } from './inquiry-limits.ts'
import { leadsMessages } from './messages.ts'

const { errors: texts } = leadsMessages[defaultLocale]

export type Inquiry = {
  name: string
  email: string
  phone: string | null
  /** Null when it does not parse for the country; the typed number is kept beside it. */
  phoneE164: string | null
  /** The English name from the list. */
  country: string | null
  company: string | null
  message: string
}

/**
 * Checks what was posted, field by field (§5 and more).
 * @throws {FieldErrors} a sentence for each field at fault.
 */
export function parseInquiry(fields: Readonly<Record<string, string>>): Inquiry {
  const faults: Partial<Record<InquiryField, string>> = {}
  const read = (name: keyof typeof inquiryLimits, clean: (text: string) => string | null): string => {
    const typed = fields[name] ?? ''
    const text = typed.length > inquiryLimits[name] * 4 ? typed : clean(typed)
    if (text === null) faults[name] = texts.unreadable
    else if (text.length > inquiryLimits[name])
      faults[name] = fill(texts.tooLong, { limit: inquiryLimits[name] })
    return text ?? ''
  }

  const name = read('name', readableLine)
  const email = read('email', (text) => (/[\r\n]/.test(text) ? null : readableLine(text)))
  const phone = readPhone(fields['phone'] ?? '')
  const countryText = read('country', readableLine)
  const company = read('company', readableLine)
  const message = read('message', (text) => readableText(text)?.trim() ?? null)

  if (!name) faults.name ??= texts.nameMissing
  if (!email) faults.email ??= texts.emailMissing
  else if (!isEmailAddress(email)) faults.email ??= texts.emailInvalid
  if (!message) faults.message ??= texts.messageMissing
  const country = findCountry(countryText, defaultLocale)
  if (countryText && !country) faults.country ??= texts.countryUnknown
  if (!isConsent(fields['consent'])) faults.consent = texts.consent

  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return {
    name,
    email,
    phone: phone || null,
    phoneE164: parsePhone(phone, country?.code),
    country: country?.name ?? null,
    company: company || null,
    message,
  }
}

/** The value of a ticked box: `on` where the form gives none. */
function isConsent(value: string | undefined): boolean {
  return value === 'on' || value === 'true' || value === 'yes' || value === '1'
}

/** As it was typed, on one line and cut to its limit: a number that nobody can dial must not keep an inquiry away. */
function readPhone(typed: string): string {
  const { phone: limit } = inquiryLimits
  const readable = typed
    .slice(0, limit * 4)
    .toWellFormed()
    .replaceAll(/[\0\uFFFD]/g, '')
  const line = readableLine(readable) ?? ''
  return line
    .slice(0, limit)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** E.164 where the number fits the country or bears its own code, otherwise null. */
function parsePhone(text: string, country: string | undefined): string | null {
  // findCountry only gives codes of the same library.
  const parsed = parsePhoneNumberFromString(text, country as CountryCode | undefined)
  return parsed?.isPossible() ? parsed.number : null
}
