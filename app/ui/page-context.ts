import { createContext } from 'react'

/** Data from the build and the request for the document; empty in the browser. */
export const PageContext = createContext<{
  script?: string
  /** Modules that the script imports. The page preloads them, so that the browser need not load the script first. */
  scriptImports?: readonly string[]
  /** BCP 47 tag of a public page's language. */
  language?: string
  /** Prefix of the addresses in it; empty for the main language. */
  root?: string
  nonce?: string | undefined
  requestId?: string
}>({})
