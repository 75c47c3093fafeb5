import { createContext } from 'react'

/** What the document needs of the build and the request; empty in the browser, where the document is already made. */
export const PageContext = createContext<{ script?: string; nonce?: string | undefined; requestId?: string }>(
  {},
)
