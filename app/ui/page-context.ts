import { createContext } from 'react'

/** Data from the build and the request for the document; empty in the browser. */
export const PageContext = createContext<{
  script?: string
  /** Modules to preload with the page instead of after the script has loaded. */
  scriptImports?: readonly string[]
  nonce?: string | undefined
  requestId?: string
}>({})
