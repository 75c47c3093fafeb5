export type LeadTable = {
  id: string
  created_at: number
  updated_at: number
  name: string
  email: string
  /** As typed; `phone_e164` holds what it means, where it parses. */
  phone: string | null
  phone_e164: string | null
  country: string | null
  company: string | null
  message: string
  status: 'new' | 'contacted' | 'proposal' | 'won' | 'lost'
  /** Of one that was won: when the work for them ended; its data is kept for twelve months from then. */
  project_ended_at: number | null
  /** Why it lies in the Spam folder; null in the inbox. */
  spam_reason: string | null
  /** 1 once the figures hold it as an inquiry, whatever becomes of it; no counted event names it. */
  is_counted: 0 | 1
  consent_version: string
  consent_text: string
  consent_at: number
  /** Which form it came through: contact, home, a service's page, chat. */
  form: string
  /** The conversation it was left in, which may have led to others since; it may be gone. */
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
  /** One for each filled-in form: a second submit of it finds the first. */
  idempotency_key: string
  /** SHA-256 over e-mail and message; tells a key used again for something else, and a plain post sent twice. */
  fingerprint: string
  /** Name, e-mail, company, country, phone and message, folded for searching. */
  search: string
}

export type LeadEventKind =
  | 'received'
  | 'transcript'
  | 'status'
  | 'project-end'
  | 'note'
  | 'spam'
  | 'not-spam'

export type LeadEventTable = {
  id: string
  lead_id: string
  at: number
  kind: LeadEventKind
  /** The owner's name or e-mail, or null for the visitor and the software. */
  actor: string | null
  /** A note's text, the status moved to, or the chat it came from. */
  body: string | null
}
