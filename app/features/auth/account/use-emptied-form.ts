import { useEffect, useRef } from 'react'

import type { AccountAnswer } from './account-answer.ts'

/** A form whose secrets are gone from the page once they have served. */
export function useEmptiedForm(answer: AccountAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer && !answer.errors) form.current?.reset()
  }, [answer])
  return form
}
