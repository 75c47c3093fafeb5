import { z } from 'zod'

import type { Actor } from './context.server.ts'
import { roles } from './permissions.ts'

const schema = z.object({
  memberId: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  device: z.string(),
})

/** Serializes who started a job. Omits the session, because it may have ended before the job runs. */
export function storeActor({ memberId, email, name, role, device }: Actor): string {
  return JSON.stringify({ memberId, email, name, role, device })
}

export function readStoredActor(stored: string): Actor {
  return { ...schema.parse(JSON.parse(stored)), sessionId: '' }
}
