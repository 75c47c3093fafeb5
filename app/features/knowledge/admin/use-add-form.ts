import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import { useActionToast } from '#app/ui/use-action-toast.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'

/** A form that adds an item: emptied once that is done, and led to what was wrong where it is not. */
export function useAddForm(onAdded: (id: string) => void) {
  const fetcher = useFetcher<KnowledgeAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const answer = fetcher.data
  useActionToast(answer)

  useEffect(() => {
    if (answer?.value?.added) {
      onAdded(answer.value.added)
      form.current?.reset()
    } else if (answer?.ok === false) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, onAdded])

  return { fetcher, form, errors: answer?.errors, isBusy: fetcher.state === 'submitting' }
}
