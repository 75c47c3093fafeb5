import { createContext, type ReactNode, use } from 'react'

/** Null where a page is rendered as a whole. */
export type Marking = { token: string; leavesOut: boolean }

const MarkingContext = createContext<Marking | null>(null)

export const MarkingProvider = MarkingContext.Provider

type FixedPartProps = {
  name: string
  /** What of it puts something into the document's head: it is rendered each time. */
  hoisting?: ReactNode
  children: ReactNode
}

/** A part of the page that depends on the frame's data alone: `withFixedParts` renders it once for all pages. */
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
