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

/** Stores who began a job. The session is left out: it may have ended by then. */
export function storeActor({ memberId, email, name, role, device }: Actor): string {
  return JSON.stringify({ memberId, email, name, role, device })
}

export function readStoredActor(stored: string): Actor {
  return { ...schema.parse(JSON.parse(stored)), sessionId: '' }
}
