import { useEffect } from 'react'

import type { Toast } from '#app/lib/form-answer.ts'

import { showToast } from './toast.tsx'

/** Shows the toast an action answered with, once for each answer. */
export function useActionToast(answer: { toast?: Toast | undefined } | null | undefined): void {
  const toast = answer?.toast
  useEffect(() => {
    if (toast) showToast(toast)
  }, [toast])
}
