import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'

import type { Endpoint } from './model-call.ts'

/** Trusts URLs from the environment; those typed in the admin must not lead to private networks. */
export function fetchFrom({ guard }: Pick<Endpoint, 'guard'>): typeof fetch {
  return guard ? createGuardedRequest(guard) : fetch
}
