import { createContext, use } from 'react'

const none: Readonly<Record<string, string>> = {}

/** What was typed into a rejected form, by field: a page without script shows it again. */
export const TypedContext = createContext(none)

/** A field's first value: what was typed before the form was rejected, or else its own. */
export function useTyped<First>(name: string | undefined, first: First): First | string {
  const typed = use(TypedContext)
  return (name === undefined ? undefined : typed[name]) ?? first
}
