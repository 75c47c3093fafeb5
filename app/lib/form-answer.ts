export type Toast = { title: string; text?: string; tone?: 'plain' | 'destructive' }

export type FormAnswer<Value = unknown> = {
  /** Which form of the page was posted. Empty on a page with a single form. */
  intent: string
  ok: boolean
  toast?: Toast
  error?: string | undefined
  errors: Readonly<Record<string, string>>
  /** After a rejection: the typed values, without secrets. */
  typed: Readonly<Record<string, string>>
  value?: Value
}

export function answerTo<Answer extends { intent: string }>(
  answer: Answer | undefined,
  intent: string,
): Answer | undefined {
  return answer?.intent === intent ? answer : undefined
}

/** The reason for a rejection that no single field shows. */
export function formError(answer: Pick<FormAnswer, 'error' | 'errors'> | undefined): string | undefined {
  return answer && Object.keys(answer.errors).length === 0 ? answer.error : undefined
}
