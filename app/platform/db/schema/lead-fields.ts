export type LeadField = {
  /** `lead-field-control.tsx` and `parse-inquiry.server.ts` have a case for each. */
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

/** The fields of the contact form, in its order. Each is a column of `lead` and has its texts in the feature's `messages.en.ts`. */
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
} as const satisfies Record<string, LeadField>

type Fields = typeof leadFields

export type LeadFieldColumns = {
  [Name in keyof Fields]: Fields[Name]['isRequired'] extends true ? string : string | null
}
