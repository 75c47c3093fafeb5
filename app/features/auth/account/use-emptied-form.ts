import { useEffect, useRef } from 'react'

import type { FormAnswer } from '#app/lib/form-answer.ts'

/** A form whose secrets are gone from the page once they have served. */
export function useEmptiedForm(answer: FormAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.ok) form.current?.reset()
  }, [answer])
  return form
}
