export type Toast = {
  title: string
  text?: string
  tone?: 'plain' | 'destructive'
  /** Label of the button that closes it; English by default. */
  dismiss?: string
  /** Shows an 'Undo' button for ten seconds, which posts these fields to `action`. */
  undo?: { action: string; fields: Readonly<Record<string, string>> }
}

export type FormAnswer<Value = unknown> = {
  intent: string
  ok: boolean
  toast?: Toast
  error?: string | undefined
  errors: Readonly<Record<string, string>>
  typed: Readonly<Record<string, string>>
  value?: Value
}

export function answerTo<Answer extends { intent: string }>(
  answer: Answer | undefined,
  intent: string,
): Answer | undefined {
  return answer?.intent === intent ? answer : undefined
}

export function formError(answer: Pick<FormAnswer, 'error' | 'errors'> | undefined): string | undefined {
  return answer && Object.keys(answer.errors).length === 0 ? answer.error : undefined
}
