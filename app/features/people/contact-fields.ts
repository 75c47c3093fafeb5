import { parsePhoneNumberFromString } from 'libphonenumber-js'

import { leadField } from '#app/features/leads/lead-fields.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'

export const contactFieldNames = ['name', 'email', 'phone', 'company', 'note'] as const

export type ContactField = (typeof contactFieldNames)[number]

export const contactLimits: Readonly<Record<ContactField, number>> = {
  name: leadField('name').limit,
  email: leadField('email').limit,
  phone: leadField('phone').limit,
  company: leadField('company').limit,
  note: 5000,
}

export type TypedContact = {
  name: string
  email: string
  phone: string | null
  phone_e164: string | null
  company: string | null
  note: string | null
}

type Faults = Partial<Record<ContactField, string>>

/** Returns the cleaned contact, or a sentence for each invalid field. */
export function readContact(
  typed: Readonly<Record<Exclude<ContactField, 'email'>, string> & { email: string | null }>,
): { contact: TypedContact } | { faults: Faults } {
  const faults: Faults = {}
  const read = (field: ContactField): string => {
    const limit = contactLimits[field]
    const given = typed[field]
    if (given === null) return ''
    // Text far beyond its limit is rejected without the cost of cleaning it.
    const text = given.length > limit * 4 ? given : clean(field, given)
    if (text !== null && text.length <= limit) return text
    faults[field] =
      text === null
        ? 'This contains characters that cannot be read.'
        : `Please use at most ${limit} characters.`
    return ''
  }
  const [name, email, phone, company, note] = contactFieldNames.map(read) as [
    string,
    string,
    string,
    string,
    string,
  ]
  if (!faults.email && typed.email !== null) {
    if (email === '') faults.email = 'Please enter an e-mail address.'
    else if (!isEmailAddress(email)) faults.email = 'This is not an e-mail address.'
  }
  if (Object.keys(faults).length > 0) return { faults }
  return {
    contact: {
      name,
      email,
      phone: phone || null,
      phone_e164: readNumber(phone),
      company: company || null,
      note: note || null,
    },
  }
}

function clean(field: ContactField, text: string): string | null {
  if (field === 'note') return readableText(text)?.trim() ?? null
  if (field === 'email' && /[\r\n]/.test(text.trim())) return null
  return readableLine(text)
}

/** Returns the number in E.164 form; null if it has no country code. */
function readNumber(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone.replace(/^00(?=[1-9])/, '+'))
  return parsed?.isPossible() ? parsed.number : null
}
