/** A short message in the corner of a page. */
export type Toast = { title: string; text?: string; tone?: 'plain' | 'destructive' }

/** What a posted form is answered with. */
export type FormAnswer<Value = unknown> = {
  /** Which of the page's forms it was; empty on a page with one form. */
  intent: string
  ok: boolean
  toast?: Toast
  /** Why it was rejected, in one sentence. */
  error?: string | undefined
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>
  /** After a rejection what was typed, without secrets. */
  typed: Readonly<Record<string, string>>
  value?: Value
}

/** The answer, if it is to that form. */
export function answerTo<Answer extends { intent: string }>(
  answer: Answer | undefined,
  intent: string,
): Answer | undefined {
  return answer?.intent === intent ? answer : undefined
}

/** The reason of a rejection, where no single field shows it. */
export function formError(answer: Pick<FormAnswer, 'error' | 'errors'> | undefined): string | undefined {
  return answer && Object.keys(answer.errors).length === 0 ? answer.error : undefined
}
