import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { askDav, type DavAccount, refuseUnless } from './ask-dav.server.ts'
import { accountOf, addressOf, type DavLogin } from './dav-login.ts'
import { type DavResource, MAX_DAV_BYTES, readDavTask } from './read-dav.ts'

const perMember: ThrottleRule = { name: 'find-dav-calendars', limit: 20, windowMs: 10 * MINUTE }
const MOST_REDIRECTS = 3
const MOST_CALENDARS = 100
const LONGEST_NAME = 200

export type FoundCalendar = { url: string; name: string }

/**
 * Returns the calendars of an account that accept events, found from any URL its provider states (RFC 6764, RFC 4791).
 * @throws {FieldErrors} davAddress, davUser, davPassword
 */
export async function findDavCalendars(
  ctx: Ctx,
  login: DavLogin,
  signal?: AbortSignal,
): Promise<FoundCalendar[]> {
  const actor = requireActor(ctx, 'bookings.write')
  const address = addressOf(login)
  await countAgainst(ctx, perMember, actor.memberId)
  try {
    const calendars = await discover({ ctx, account: accountOf(login), first: address, signal })
    if (calendars.length > 0) return calendars.slice(0, MOST_CALENDARS)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    throw new FieldErrors({ davAddress: error.message })
  }
  throw new FieldErrors({ davAddress: 'There is no calendar at this address.' })
}

type Search = { ctx: Ctx; account: DavAccount; first: URL; signal: AbortSignal | undefined }

const WHERE =
  '<d:resourcetype/><d:displayname/><d:current-user-principal/><c:calendar-home-set/><c:supported-calendar-component-set/>'

async function discover(search: Search): Promise<FoundCalendar[]> {
  const { first } = search
  const wellKnown = new URL('/.well-known/caldav', first)
  const start = (await look(search, first)) ?? (await look(search, wellKnown))
  if (!start) throw new AppError('invalid', 'This is not the address of a calendar server.')
  if (start.self?.isCalendar) return named(start.self, start.at)
  const home = start.self?.home ?? (await homeOf(search, start))
  const list = await propfind(search, goOn(search, home, start.at), 1)
  return list.resources.filter(takesEvents).flatMap((calendar) => named(calendar, list.at))
}

type Place = { self: DavResource | undefined; at: URL }

/** Returns null if the server reports no calendars at the URL. */
async function look(search: Search, url: URL): Promise<Place | null> {
  const { status, resources, at } = await propfind(search, url, 0)
  const self = resources[0]
  const leadsOn = self && (self.isCalendar || self.home !== null || self.principal !== null)
  return status === 207 && leadsOn ? { self, at } : null
}

async function homeOf(search: Search, { self, at }: Place): Promise<string> {
  const principal = self?.principal
  const place = principal ? await propfind(search, goOn(search, principal, at), 0) : null
  const home = place?.resources[0]?.home
  if (!home) throw new AppError('invalid', 'The server does not say where the calendars are.')
  return home
}

async function propfind(search: Search, url: URL, depth: 0 | 1) {
  const { ctx, account, signal } = search
  let at = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await askDav(ctx, account, {
      method: 'PROPFIND',
      url: at.href,
      depth,
      maxBytes: MAX_DAV_BYTES,
      signal,
      body: `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${WHERE}</d:prop></d:propfind>`,
    })
    if (answer.location !== null && answer.status >= 300 && answer.status < 400) {
      at = goOn(search, answer.location, at)
      continue
    }
    refuseUnless(answer.status !== 401 && answer.status < 500, answer)
    const resources = answer.status === 207 ? await ctx.pool.run(readDavTask, answer.bytes, { signal }) : []
    return { status: answer.status, resources, at }
  }
  throw new AppError('invalid', 'The address redirects too many times.')
}

/** Another host is allowed, because the server knows the password already and some providers have one host per account. */
function goOn({ first }: Search, href: string, from: URL): URL {
  const url = URL.parse(href, from)
  if (!url || url.protocol !== first.protocol)
    throw new AppError('invalid', 'The server redirects to an address that is not allowed.')
  return url
}

function takesEvents({ isCalendar, components }: DavResource): boolean {
  return isCalendar && (components === null || components.includes('VEVENT'))
}

/** Returns an empty list if the URL is invalid. */
function named({ href, name }: DavResource, at: URL): FoundCalendar[] {
  const url = URL.parse(href, at)
  return url ? [{ url: url.href, name: (name || url.pathname).slice(0, LONGEST_NAME) }] : []
}
