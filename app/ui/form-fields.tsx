import { createContext, type ReactNode, use } from 'react'

/** False if the member's role may view the open page but not change it. */
export const MayChangeContext = createContext(true)

/** Wraps the fields of a form that changes something, and disables them for a role without permission. */
export function FormFields({ allowed, children }: { allowed?: boolean; children: ReactNode }) {
  const mayChangePage = use(MayChangeContext)
  if (allowed ?? mayChangePage) return children
  return (
    <fieldset disabled data-read-only className="contents">
      {children}
    </fieldset>
  )
}
