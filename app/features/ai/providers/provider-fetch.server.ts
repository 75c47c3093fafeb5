import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'

import type { Endpoint } from './model-call.ts'

/** The environment's addresses are trusted; one that was typed in the admin may not lead to private networks. */
export function fetchFrom({ guard }: Pick<Endpoint, 'guard'>): typeof fetch {
  return guard ? createGuardedRequest(guard) : fetch
}
