import type { Toast } from '#app/ui/toast.tsx'

export type ApiConfigAnswer = {
  toast?: Toast
  errors?: Readonly<Record<string, string>>
  /** What a try of the connection showed. */
  connection?: 'connected' | 'failed'
  /** Raised with each save, so that the form begins anew. */
  savedAt?: number
}
