import { type LeadField, leadFields } from '#app/platform/db/schema/lead-fields.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

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

export const requiredLeadFields = leadFieldNames.filter(isRequiredLeadField)

export const optionalLeadFields = leadFieldNames.filter(
  (name): name is OptionalLeadField => !isRequiredLeadField(name),
)

/** The plan fields of a lead, in the order of the admin and the CSV file. */
export const workFields = {
  valueCents: { heading: 'Value', limit: 24 },
  nextStep: { heading: 'Next step', limit: 200 },
  dueOn: { heading: 'Due', limit: 10 },
  tags: { heading: 'Tags', limit: 400 },
} as const

export type WorkFieldName = keyof typeof workFields

export const workFieldNames = Object.keys(workFields) as WorkFieldName[]

type TextColumn = {
  [Column in keyof LeadTable]: string extends NonNullable<LeadTable[Column]> ? Column : never
}[keyof LeadTable]

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
