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
  const phone = read('phone', readableLine)
  const countryText = read('country', readableLine)
  const company = read('company', readableLine)
  const message = read('message', (text) => readableText(text)?.trim() ?? null)

  if (!name) faults.name ??= texts.nameMissing
  if (!email) faults.email ??= texts.emailMissing
  else if (!isEmailAddress(email)) faults.email ??= texts.emailInvalid
  if (!message) faults.message ??= texts.messageMissing
  const country = findCountry(countryText, defaultLocale)
  if (countryText && !country) faults.country ??= texts.countryUnknown
  const phoneE164 = phone ? parsePhone(phone, country?.code) : null
  if (phoneE164 === undefined) faults.phone ??= texts.phoneInvalid
  if (!isConsent(fields['consent'])) faults.consent = texts.consent

  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return {
    name,
    email,
    phone: phone || null,
    phoneE164: phoneE164 ?? null,
    country: country?.name ?? null,
    company: company || null,
    message,
  }
}

/** The value of a ticked box: `on` where the form gives none. */
function isConsent(value: string | undefined): boolean {
  return value === 'on' || value === 'true' || value === 'yes' || value === '1'
}

/**
 * E.164 where the number fits the country or bears its own code; null where it may be a number all the same (an
 * extension, a plan we do not know); undefined where it is none.
 */
function parsePhone(text: string, country: string | undefined): string | null | undefined {
  // findCountry only gives codes of the same library.
  const parsed = parsePhoneNumberFromString(text, country as CountryCode | undefined)
  if (parsed?.isPossible()) return parsed.number
  const digits = text.replaceAll(/\D/g, '').length
  const looksLikeOne = /^[\d\s()+./-]+(?:\s*(?:x|ext\.?)\s*\d+)?$/i.test(text) && digits >= 5 && digits <= 20
  return looksLikeOne && parsed === undefined ? null : undefined
}
