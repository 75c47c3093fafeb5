import { createContext, type ReactNode, use } from 'react'

/** False where the member's role may read the open page but not change it. */
export const MayChangeContext = createContext(true)

/** What a form that changes something consists of, disabled for a role that would be refused. */
export function FormFields({ allowed, children }: { allowed?: boolean; children: ReactNode }) {
  const mayChangePage = use(MayChangeContext)
  if (allowed ?? mayChangePage) return children
  return (
    <fieldset disabled data-read-only className="contents">
      {children}
    </fieldset>
  )
}
