import type { AskedQuestions } from './question.ts'

export type CardField = {
  name: string
  label: string
  kind: 'line' | 'email' | 'area' | 'hidden'
  value: string
  isRequired: boolean
}

/** A proposal of the assistant as a visitor sees it. Nothing happens until they press the button. */
export type VisitorCard = {
  title: string
  values: readonly { label: string; value: string }[]
  fields: readonly CardField[]
  /** Own questions of the form, after its fields. */
  questions?: AskedQuestions
  consent: {
    before: string
    link: string
    after: string
    /** Whether consent needs a checkbox; otherwise the sentence is enough. */
    isBox: boolean
  }
  button: string
}
