export type CardField = {
  name: string
  label: string
  kind: 'line' | 'email' | 'area' | 'hidden'
  value: string
  isRequired: boolean
}

/** What the assistant proposes, as a visitor sees it. It is done only by its button. */
export type VisitorCard = {
  title: string
  values: readonly { label: string; value: string }[]
  fields: readonly CardField[]
  consent: {
    before: string
    /** Leads to the terms. */
    link: string
    after: string
    /** Else the sentence alone says it. */
    isBox: boolean
  }
  button: string
}
