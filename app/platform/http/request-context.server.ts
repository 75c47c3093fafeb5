import { createContext } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'

/** The address is only for throttles. It is hashed, never stored or logged. */
export type Visit = {
  readonly requestId: string
  readonly clientAddress: string
  readonly nonce: string
  readonly isKept?: boolean
}

/** The admin's guard replaces it with a context that has an actor. */
export const ctxContext = createContext<Ctx>()
export const visitContext = createContext<Visit>()
