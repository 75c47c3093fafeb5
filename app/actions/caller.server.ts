import { findAppActor } from '#app/features/auth/oauth/app-actor.server.ts'
import { ACCESS_PREFIX } from '#app/features/auth/oauth/oauth-limits.ts'
import { TOKEN_PREFIX } from '#app/features/auth/tokens/token-limits.ts'
import { findTokenActor } from '#app/features/auth/tokens/tokens.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { networksOf } from '#app/platform/ip-addresses.ts'
import type { Signals } from '#app/platform/signals/signals.server.ts'

const OF_TOKEN = 300
const OF_STRANGER = 60
/** Beyond this number of subjects all counts are reset, as they are every minute. */
const MOST_COUNTED = 50_000

type Counts = { minute: number; hits: Map<string, number> }

const createCounts = (_signals: Signals): Counts => ({ minute: 0, hits: new Map() })

export type Pace = { limit: number; left: number; seconds: number }

/** Identifies a caller without a session, and counts their requests in this minute. @throws {AppError} */
export async function findCaller(
  ctx: Ctx,
  request: Request,
  clientAddress: string,
): Promise<{ ctx: Ctx; pace: Pace }> {
  const token = bearerOf(request)
  if (token === null) return { ctx: { ...ctx, actor: null }, pace: countStranger(ctx, clientAddress, 1) }
  countStranger(ctx, clientAddress, 0)
  const actor = await findActorOf(ctx, token)
  if (!actor) {
    countStranger(ctx, clientAddress, 1)
    throw new AppError('unauthenticated', 'This token is unknown or has expired.')
  }
  return { ctx: { ...ctx, actor }, pace: count(ctx, [{ name: actor.sessionId, limit: OF_TOKEN }], 1) }
}

async function findActorOf(ctx: Ctx, token: string): Promise<Actor | null> {
  if (token.startsWith(ACCESS_PREFIX)) return findAppActor(ctx, token)
  return token.startsWith(TOKEN_PREFIX) ? findTokenActor(ctx, token) : null
}

/** Returns null without a header. @throws {AppError} unauthenticated if it is not a bearer token */
function bearerOf(request: Request): string | null {
  const given = request.headers.get('authorization')
  if (given === null) return null
  const [, token] = /^Bearer +([\w~+/.=-]{1,200})$/i.exec(given) ?? []
  if (token === undefined)
    throw new AppError('unauthenticated', 'Please send the token as `Authorization: Bearer …`.')
  return token
}

function countStranger(ctx: Ctx, address: string, hits: number): Pace {
  const networks = networksOf(address).map(({ name, share }) => ({ name, limit: OF_STRANGER * share }))
  return count(ctx, networks, hits)
}

/** Counts in memory, so each instance has its own limit. @throws {AppError} too-many */
function count(ctx: Ctx, subjects: readonly { name: string; limit: number }[], hits: number): Pace {
  const counts = ctx.state.of(createCounts)
  const now = ctx.clock.now()
  const minute = Math.floor(now / MINUTE)
  if (minute !== counts.minute || counts.hits.size > MOST_COUNTED) {
    counts.minute = minute
    counts.hits.clear()
  }
  const seconds = Math.max(1, Math.ceil(((minute + 1) * MINUTE - now) / 1000))
  const paces = subjects.map(({ name, limit }) => {
    const before = counts.hits.get(name) ?? 0
    if (ctx.limits && before >= limit)
      throw new AppError('too-many', `Too many requests. Please wait ${seconds} seconds.`, {
        retryAfter: seconds,
      })
    return { name, limit, used: before + hits }
  })
  for (const { name, used } of paces) counts.hits.set(name, used)
  const [first] = paces
  const limit = first ? first.limit : OF_STRANGER
  return { limit, left: first ? Math.max(0, limit - first.used) : limit, seconds }
}

/** Returns the headers of draft-ietf-httpapi-ratelimit-headers. */
export function paceHeaders({ limit, left, seconds }: Pace): Record<string, string> {
  return { 'ratelimit-policy': `"minute";q=${limit};w=60`, ratelimit: `"minute";r=${left};t=${seconds}` }
}
