import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { askDav, refuseUnless } from './ask-dav.server.ts'
import { accountOf, addressOf, type DavAccount, type DavLogin } from './dav-login.ts'
import { type DavResource, MAX_DAV_BYTES, readDavTask } from './read-dav.ts'

const perMember: ThrottleRule = { name: 'find-dav-calendars', limit: 20, windowMs: 10 * MINUTE }
const MOST_REDIRECTS = 3
const MOST_CALENDARS = 100
const LONGEST_NAME = 200

/** The standard path (RFC 6764), and where Nextcloud, SOGo, Baïkal, Zimbra, DAViCal and Open-Xchange are without it. */
const USUAL_PATHS = [
  '/.well-known/caldav',
  '/remote.php/dav/',
  '/SOGo/dav/',
  '/dav.php/',
  '/dav/',
  '/caldav.php/',
  '/caldav/',
]

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
  let start = await look(search, first)
  let refusal: AppError | null = null
  for (const path of USUAL_PATHS) {
    if (start) break
    try {
      start = await look(search, new URL(path, first))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusal ??= error
    }
  }
  if (!start && refusal) throw refusal
  // Older versions of Zimbra list the calendars without saying where they are.
  if (!start) return calendarsAt(search, first)
  if (start.self?.isCalendar) return named(search, start.self, start.at)
  return calendarsAt(search, goOn(search, start.self?.home ?? (await homeOf(search, start)), start.at))
}

/** @throws {AppError} invalid, if it is not a calendar server. */
async function calendarsAt(search: Search, url: URL): Promise<FoundCalendar[]> {
  const { status, resources, at } = await propfind(search, url, 1)
  if (status !== 207) throw new AppError('invalid', 'This is not the address of a calendar server.')
  const found = resources.filter(takesEvents).flatMap((calendar) => named(search, calendar, at))
  // Some servers list a calendar twice.
  return [...new Map(found.map((calendar) => [calendar.url, calendar])).values()]
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

/**
 * Another host is allowed, because the server knows the password already and some providers have one host per account.
 * A server behind a proxy often calls itself http, which is then read as https.
 */
function urlOf({ first }: Search, href: string, from: URL): URL | null {
  const url = URL.parse(href, from)
  if (url?.protocol === 'http:' && first.protocol === 'https:' && url.hostname === from.hostname) {
    url.protocol = 'https:'
    url.port = from.port
  }
  return url?.protocol === first.protocol ? url : null
}

function goOn(search: Search, href: string, from: URL): URL {
  const url = urlOf(search, href, from)
  if (!url) throw new AppError('invalid', 'The server redirects to an address that is not allowed.')
  return url
}

function takesEvents({ isCalendar, components }: DavResource): boolean {
  return isCalendar && (components === null || components.includes('VEVENT'))
}

/** Returns an empty list if the URL is invalid or not allowed. */
function named(search: Search, { href, name }: DavResource, at: URL): FoundCalendar[] {
  const url = urlOf(search, href, at)
  return url ? [{ url: url.href, name: (name || url.pathname).slice(0, LONGEST_NAME) }] : []
}
