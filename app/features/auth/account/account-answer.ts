import { AppError, FieldErrors } from '#app/platform/errors.ts'
import type { Toast } from '#app/ui/toast.tsx'

/** What a form of the account's pages is answered with, besides what it gained. */
export type AccountAnswer = {
  /** Which form it was. */
  intent: string
  toast?: Toast
  errors?: Readonly<Record<string, string>>
}

/** What a verb refused, for the form that asked. @throws what is no refusal. */
export function refusalOf(intent: string, error: unknown): { answer: AccountAnswer; status: number } {
  if (!(error instanceof AppError)) throw error
  const toast: Toast = { title: 'Not done', text: error.message, tone: 'destructive' }
  const errors = error instanceof FieldErrors ? error.fields : {}
  return { answer: { intent, toast, errors }, status: error.status }
}
