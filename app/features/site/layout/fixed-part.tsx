import { createContext, type ReactNode, use } from 'react'

/** Null if a page is rendered as a whole. */
export type Marking = { token: string; leavesOut: boolean }

const MarkingContext = createContext<Marking | null>(null)

export const MarkingProvider = MarkingContext.Provider

type FixedPartProps = {
  name: string
  /** Elements of the part that React moves to the document's head; rendered each time. */
  hoisting?: ReactNode
  children: ReactNode
}

/** A part of the page that depends only on the frame's data; `withFixedParts` renders it once for all pages. */
export function FixedPart({ name, hoisting, children }: FixedPartProps) {
  const marking = use(MarkingContext)
  if (!marking) return children
  return (
    <>
      <i data-part={`${marking.token} ${name}`} />
      {marking.leavesOut ? hoisting : children}
      <i data-part={`${marking.token} end`} />
    </>
  )
}
