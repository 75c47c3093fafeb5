import { createContext } from 'react'

/** What the document needs from the build and the request; empty in the browser. */
export const PageContext = createContext<{
  script?: string
  /** Preloaded with the page instead of after the script was read. */
  scriptImports?: readonly string[]
  nonce?: string | undefined
  requestId?: string
}>({})
