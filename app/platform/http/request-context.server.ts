import { createContext } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'

/** What the server tells of a request. The address is for throttles alone: it is hashed, never stored or logged. */
export type Visit = { readonly requestId: string; readonly clientAddress: string; readonly nonce: string }

/** Set for every request; the guard of the admin replaces it by one with an actor. */
export const ctxContext = createContext<Ctx>()
export const visitContext = createContext<Visit>()
