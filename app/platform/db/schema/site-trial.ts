/** A visitor's trial with their own site. Only its signed link leads to it. */
export type SiteTrialTable = {
  id: string
  url: string
  host: string
  consent_text: string
  /** BCP 47 tag of the language that the visitor reads; null for the main one. */
  language: string | null
  state: 'waiting' | 'reading' | 'done' | 'failed'
  /** The reason in a sentence. */
  failure: string | null
  /** JSON of the measurements; null until it is done. */
  figures: string | null
  /** The inquiry that came from it. */
  lead_id: string | null
  created_at: number
  finished_at: number | null
  expires_at: number
}

export type SiteTrialPageTable = {
  trial_id: string
  position: number
  url: string
  title: string
  language: string
  /** JSON of its texts, with the terms for finding them. */
  passages: string
  /** JSON of what the page reveals about the business. */
  signs: string
}

export type SiteTrialQuestionTable = {
  trial_id: string
  number: number
  question: string
  /** Null while it is being generated. */
  answer: string | null
  /** JSON of the cited passages. */
  sources: string | null
  created_at: number
}
