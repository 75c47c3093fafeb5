/** The longest each field may be, in characters (UTF-16 code units, as browsers count); shown to the visitor. */
export const inquiryLimits = {
  name: 120,
  email: 254,
  phone: 80,
  country: 80,
  company: 160,
  message: 5000,
} as const

export type InquiryField = keyof typeof inquiryLimits | 'consent'

/** The hidden field that people leave empty and simple bots fill in. */
export const HONEYPOT = 'website'
