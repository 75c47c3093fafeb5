import { createHash } from 'node:crypto'

import { exchangeCode } from '#app/features/auth/oauth/app-tokens.server.ts'
import { registerClient } from '#app/features/auth/oauth/clients.server.ts'
import { authorizeApp } from '#app/features/auth/oauth/connected-apps.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'

export const verifier = 'a-verifier-of-at-least-forty-three-characters'
export const challenge = createHash('sha256').update(verifier).digest('base64url')
export const redirectUri = 'http://127.0.0.1:5173/callback'

type Wanted = { name?: string; scopes?: readonly Permission[]; resource?: string }

/** Registers an app, and returns it with the code that the context's member granted it. */
export async function allowApp(ctx: Ctx, wanted: Wanted = {}) {
  const { name = 'Claude', scopes = ['leads.read', 'leads.write'] } = wanted
  const { publicUrl } = await ctx.site(ctx)
  const { resource = `${publicUrl}/mcp` } = wanted
  const sent = { client_name: name, redirect_uris: [redirectUri] }
  const { id: clientId } = await registerClient(ctx, { sent, clientAddress: '203.0.113.9' })
  await keepSession(ctx)
  const code = await authorizeApp(ctx, { clientId, redirectUri, challenge, resource, scopes })
  return { clientId, code, redirectUri, verifier, resource }
}

/** Connects an app for the context's member, and returns its tokens. */
export async function connectApp(ctx: Ctx, wanted: Wanted = {}) {
  const allowed = await allowApp(ctx, wanted)
  return { ...allowed, ...(await exchangeCode(ctx, allowed)) }
}

/** Stores the actor's session, because an app is granted access within one. */
export async function keepSession({ db, actor, clock }: Ctx): Promise<void> {
  if (!actor) return
  const at = clock.now()
  const { sessionId: id, memberId: member_id, device } = actor
  await db
    .insertInto('session')
    .values({ id, member_id, token_hash: id, created_at: at, last_seen_at: at, device })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
