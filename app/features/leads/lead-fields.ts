import type { LeadTable } from '#app/platform/db/schema/lead.ts'

type TextColumn = {
  [Column in keyof LeadTable]: string extends NonNullable<LeadTable[Column]> ? Column : never
}[keyof LeadTable]

type LeadField = {
  /** `form/lead-field-control.tsx` and `parse-inquiry.server.ts` have a case for each. */
  kind: 'line' | 'email' | 'country' | 'phone' | 'text'
  isRequired: boolean
  /** The most UTF-16 code units, as browsers count; named in the error message. */
  limit: number
  autoComplete?: string
  isWide?: boolean
  /** Its name in the admin, the notice and the CSV file, and its position among the fields there. */
  heading: string
  place: number
  isSearched: boolean
  /** When an e-mail address is erased: `redact` removes it from the text, `row` deletes the lead; `none` cannot hold one. */
  erasure: 'redact' | 'row' | 'none'
}

/** The fields of the form, in its order. Each is a column of the same name and has its texts in `messages.en.ts`. */
export const leadFields = {
  name: {
    kind: 'line',
    isRequired: true,
    limit: 120,
    autoComplete: 'name',
    heading: 'Name',
    place: 1,
    isSearched: true,
    erasure: 'redact',
  },
  email: {
    kind: 'email',
    isRequired: true,
    limit: 254,
    autoComplete: 'email',
    heading: 'Email',
    place: 2,
    isSearched: true,
    erasure: 'row',
  },
  country: {
    kind: 'country',
    isRequired: false,
    limit: 80,
    heading: 'Country',
    place: 4,
    isSearched: true,
    erasure: 'none',
  },
  phone: {
    kind: 'phone',
    isRequired: false,
    limit: 80,
    autoComplete: 'tel',
    heading: 'Phone',
    place: 3,
    isSearched: true,
    erasure: 'redact',
  },
  company: {
    kind: 'line',
    isRequired: false,
    limit: 160,
    autoComplete: 'organization',
    isWide: true,
    heading: 'Company',
    place: 5,
    isSearched: true,
    erasure: 'redact',
  },
  message: {
    kind: 'text',
    isRequired: true,
    limit: 5000,
    isWide: true,
    heading: 'Message',
    place: 6,
    isSearched: true,
    erasure: 'redact',
  },
} as const satisfies Partial<Record<TextColumn, LeadField>>

export type LeadFieldName = keyof typeof leadFields
type NamesWith<Trait> = {
  [Name in LeadFieldName]: (typeof leadFields)[Name] extends Trait ? Name : never
}[LeadFieldName]
export type RequiredLeadField = NamesWith<{ isRequired: true }>
export type OptionalLeadField = Exclude<LeadFieldName, RequiredLeadField>
export type InquiryField = LeadFieldName | 'consent'

export const leadFieldNames = Object.keys(leadFields) as LeadFieldName[]

/** In the order of the admin, the notice and the CSV file. */
export const leadFieldsForOwner = leadFieldNames.toSorted((a, b) => leadFields[a].place - leadFields[b].place)

export function leadField(name: LeadFieldName): LeadField {
  return leadFields[name]
}

export function leadFieldsToErase<Rule extends LeadField['erasure']>(rule: Rule) {
  return leadFieldNames.filter(
    (name): name is NamesWith<{ erasure: Rule }> => leadFields[name].erasure === rule,
  )
}

export function isRequiredLeadField(name: LeadFieldName): name is RequiredLeadField {
  return leadFields[name].isRequired
}

/** The plan fields of a lead, in the order of the admin and the CSV file. */
export const workFields = {
  valueCents: { heading: 'Value', limit: 24 },
  nextStep: { heading: 'Next step', limit: 200 },
  dueOn: { heading: 'Due', limit: 10 },
  tags: { heading: 'Tags', limit: 400 },
} as const

export type WorkFieldName = keyof typeof workFields

export const workFieldNames = Object.keys(workFields) as WorkFieldName[]

/** The columns for the source of an inquiry, with their headings in the CSV file. */
export const leadSources = {
  service: 'Service',
  plan: 'Plan',
  form: 'Form',
  first_page: 'First page',
  last_page: 'Last page',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
} as const satisfies Partial<Record<TextColumn, string>>

export type LeadSourceName = keyof typeof leadSources

/** The source of an inquiry. It contains no IP address and no cookie. */
export type InquirySource = Pick<LeadTable, LeadSourceName>

export const leadSourceNames = Object.keys(leadSources) as LeadSourceName[]

/** The name of the hidden field that people leave empty and simple bots fill in. */
export const HONEYPOT = 'website'
