export type LeadTable = {
  id: string
  created_at: number
  updated_at: number
  name: string
  email: string
  /** `email` in comparable form: it leads to the person. */
  address: string
  phone: string | null
  phone_e164: string | null
  country: string | null
  company: string | null
  message: string
  status: 'new' | 'contacted' | 'proposal' | 'won' | 'lost'
  project_ended_at: number | null
  spam_reason: string | null
  /** 1 once it was counted as an inquiry. No counted event refers to it. */
  is_counted: 0 | 1
  /** The ids of the legal texts that were shown, with blanks between them; of older leads the version of the sentence. */
  consent_version: string
  consent_text: string
  consent_at: number
  form: string
  conversation_id: string | null
  service: string | null
  plan: string | null
  first_page: string | null
  last_page: string | null
  referrer: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  /** One per filled-in form, so that a second submit finds the first. */
  idempotency_key: string
  /** SHA-256 over e-mail and message. It recognises a form without script that was sent twice. */
  fingerprint: string
  search: string
  assignee_id: string | null
  /** In hundredths of the site's currency. */
  value_cents: number | null
  next_step: string | null
  /** A day of the site's time zone. */
  due_on: string | null
}

export type SavedViewTable = {
  id: string
  member_id: string
  name: string
  /** Of the list's address. */
  query: string
  created_at: number
}

export type LeadTagTable = { lead_id: string; tag: string }

export type LeadEventKind =
  | 'received'
  | 'transcript'
  | 'status'
  | 'project-end'
  | 'note'
  | 'spam'
  | 'not-spam'
  | 'address'
  | 'assigned'
  | 'booking'
  | 'work'

export type LeadEventTable = {
  id: string
  lead_id: string
  at: number
  kind: LeadEventKind
  actor: string | null
  body: string | null
}

/** A legal text as it was shown when somebody agreed to it. */
export type LegalTextTable = {
  /** A hash of the others: a text that did not change has one row. */
  id: string
  path: string
  title: string
  body: string
  /** When it was agreed to for the first time. */
  agreed_at: number
}
