import { createContext } from 'react'

/** What the document needs of the build and the request; empty in the browser, where the document is already made. */
export const PageContext = createContext<{
  script?: string
  /** What the script imports first of all; asked for at once instead of after it has been read. */
  scriptImports?: readonly string[]
  nonce?: string | undefined
  requestId?: string
}>({})
