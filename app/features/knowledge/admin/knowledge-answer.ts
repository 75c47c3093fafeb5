import type { Toast } from '#app/ui/toast.tsx'

export type KnowledgeAnswer = {
  toast?: Toast
  /** By field. */
  errors?: Readonly<Record<string, string>>
  /** Id of the item that was added, or is read again because it was there. */
  added?: string
  /** Id of the item that was deleted. */
  deleted?: string
}
