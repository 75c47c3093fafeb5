import type { Generated } from 'kysely'
import type { LeadFieldColumns } from './lead-fields.ts'

export type LeadTable = LeadFieldColumns & {
  /** JSON of the message's translation for members. */
  translation: Generated<string | null>
  /** BCP 47 tag of the language that the visitor read; null if nobody knows. */
  language: Generated<string | null>
  id: string
  created_at: number
  updated_at: number
  /** `email` in comparable form, which identifies the person. */
  address: string
  phone_e164: string | null
  status: 'new' | 'contacted' | 'proposal' | 'won' | 'lost'
  project_ended_at: number | null
  spam_reason: string | null
  /** 1 once it was counted as an inquiry. No counted event refers to it. */
  is_counted: 0 | 1
  /** The ids of the legal texts that were shown, separated by spaces; in older leads, the version of the sentence. */
  consent_version: string
  consent_text: string
  consent_at: number
  form: string
  conversation_id: string | null
  /** The assistant of that conversation. */
  assistant_id: Generated<string | null>
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
  /** One per form that was shown, so that a second submit finds the first. */
  idempotency_key: string
  /** SHA-256 over e-mail and message, to recognise a form that was sent twice without script. */
  fingerprint: string
  search: string
  /** JSON: the answers to the owner's own questions. */
  answers: string | null
  assignee_id: string | null
  /** In hundredths of the site's currency. */
  value_cents: number | null
  next_step: string | null
  /** Date in the site's time zone. */
  due_on: string | null
}

export type SavedViewTable = {
  id: string
  member_id: string
  name: string
  /** The query string of the list's address. */
  query: string
  created_at: number
}

export type LeadTagTable = { lead_id: string; tag: string }

/** A file that was sent with an inquiry. The lead's answer has its name, `ctx.files` its content. */
export type LeadFileTable = {
  id: string
  /** Null until the inquiry is stored. */
  lead_id: string | null
  /** In bytes. */
  size: number
  at: number
}

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

/** A legal text as somebody agreed to it. */
export type LegalTextTable = {
  /** Hash of the text's other fields, so that an unchanged text has one row. */
  id: string
  path: string
  title: string
  body: string
  /** When somebody first agreed to it. */
  agreed_at: number
}
