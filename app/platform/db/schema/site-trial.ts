/** A visitor had their own site read. It is found by the link alone, which is signed. */
export type SiteTrialTable = {
  id: string
  url: string
  host: string
  consent_text: string
  state: 'waiting' | 'reading' | 'done' | 'failed'
  /** Why it failed, in a sentence. */
  failure: string | null
  /** JSON of what was measured, once it is done. */
  figures: string | null
  /** The inquiry that was made of it. */
  lead_id: string | null
  created_at: number
  finished_at: number | null
  expires_at: number
}

/** A page of the visitor's site, as it was read. */
export type SiteTrialPageTable = {
  trial_id: string
  position: number
  url: string
  title: string
  language: string
  /** JSON of its texts, with the terms by which they are found. */
  passages: string
  /** JSON of what the page shows of the business. */
  signs: string
}

export type SiteTrialQuestionTable = {
  trial_id: string
  number: number
  question: string
  /** Null while it is being written. */
  answer: string | null
  /** JSON of the cited passages. */
  sources: string | null
  created_at: number
}
