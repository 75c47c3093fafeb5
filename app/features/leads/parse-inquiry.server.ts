import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

import { isEmailAddress } from '#app/lib/email-address.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { findCountry } from './countries.server.ts'
import {
  type InquiryField,
  isRequiredLeadField,
  leadField,
  type LeadFieldName,
  leadFieldNames,
  type leadFields,
  type OptionalLeadField,
} from './lead-fields.ts'
import { leadsMessages } from './messages.ts'

const { errors: texts } = leadsMessages[defaultLocale]

const required = leadFieldNames.filter(isRequiredLeadField)
const optional = leadFieldNames.filter((name): name is OptionalLeadField => !isRequiredLeadField(name))

/** An inquiry as it is stored; what was left empty is null. The country is its English name from the list. */
export type Inquiry = Pick<LeadTable, LeadFieldName | 'phone_e164'>

/**
 * Checks what was posted, field by field.
 * @throws {FieldErrors} a sentence for each field at fault.
 */
export function parseInquiry(fields: Readonly<Record<string, string>>): Inquiry {
  const faults: Partial<Record<InquiryField, string>> = {}
  const read = mapNames(leadFieldNames, (name) => {
    const { text, fault } = readField(name, fields[name] ?? '')
    if (fault) faults[name] = fault
    return text
  })
  if (!isConsent(fields['consent'])) faults.consent = texts.consent
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)

  const country = findCountry(read.country, defaultLocale)
  return {
    ...mapNames(required, (name) => read[name]),
    ...mapNames(optional, (name) => read[name] || null),
    country: country?.name ?? null,
    phone_e164: parsePhone(read.phone, country?.code),
  }
}

type Read = { text: string; fault?: string }

function readField(name: LeadFieldName, typed: string): Read {
  const { kind, limit } = leadField(name)
  if (kind === 'phone') return { text: readPhone(typed, limit) }
  // What is far too long is not looked through.
  const text = typed.length > limit * 4 ? typed : clean[kind](typed)
  if (text === null) return { text: '', fault: texts.unreadable }
  if (text.length > limit) return { text, fault: fill(texts.tooLong, { limit }) }
  if (!text) return isRequiredLeadField(name) ? { text, fault: texts[`${name}Missing`] } : { text }
  if (kind === 'email' && !isEmailAddress(text)) return { text, fault: texts.emailInvalid }
  if (kind === 'country' && !findCountry(text, defaultLocale)) return { text, fault: texts.countryUnknown }
  return { text }
}

type CleanedKind = Exclude<(typeof leadFields)[LeadFieldName]['kind'], 'phone'>

/** Null where the text cannot be read. */
const clean: Record<CleanedKind, (typed: string) => string | null> = {
  line: readableLine,
  country: readableLine,
  email: (typed) => (/[\r\n]/.test(typed) ? null : readableLine(typed)),
  text: (typed) => readableText(typed)?.trim() ?? null,
}

/** The value of a ticked box: `on` where the form gives none. */
function isConsent(value: string | undefined): boolean {
  return value === 'on' || value === 'true' || value === 'yes' || value === '1'
}

/** As it was typed, on one line and cut to its limit: a number that nobody can dial must not keep an inquiry away. */
function readPhone(typed: string, limit: number): string {
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
