import { AppError } from '#app/platform/errors.ts'
import type { FetchOutcome, FetchRefusal } from '#app/platform/http/guarded-fetch.server.ts'

import { readRobots } from './robots.ts'

const AGENT = 'FoyerReader'

export const refusalSentences: Readonly<Record<FetchRefusal['reason'], string>> = {
  address: 'It could not be reached.',
  unreachable: 'It could not be reached.',
  status: 'It answered with an error.',
  redirects: 'It redirects too many times.',
  'too-large': 'It is too large.',
  'too-slow': 'It took too long.',
  type: 'It is not a page of text.',
}

/** A site without robots.txt may be read; one whose robots.txt fails to load may not (RFC 9309, section 2.3.1). */
export async function findRobots(address: string, fetchPage: (url: string) => Promise<FetchOutcome>) {
  const outcome = await fetchPage(new URL('/robots.txt', address).href)
  if (outcome.ok) return readRobots(new TextDecoder().decode(outcome.bytes), AGENT)
  const isMissing =
    outcome.reason === 'type' || (outcome.reason === 'status' && isMissingStatus(outcome.status))
  if (isMissing) return readRobots('', AGENT)
  throw new AppError('invalid', `Its robots.txt could not be read. ${refusalSentences[outcome.reason]}`)
}

/** The answer “too many requests” does not mean that there is no robots.txt. */
function isMissingStatus(status = 500): boolean {
  return status < 500 && status !== 429
}

/** Returns an address without parts that do not change the page: protocol, parameters of tracking and sessions, index file. */
export function sameAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  for (const name of Array.from(searchParams.keys()))
    if (
      /^(?:utm_.*|fbclid|gclid|msclkid|mc_cid|mc_eid|_ga|_gl|phpsessid|jsessionid|sessionid|sid|ref)$/i.test(
        name,
      )
    )
      searchParams.delete(name)
  searchParams.sort()
  const path = pathname.replace(/;jsessionid=[^/]*/i, '').replace(/\/(?:(?:index|default)\.\w+)?$/, '')
  return `${host}${path}?${searchParams}`
}

/** Parameters that name a page; the others choose what a list or a calendar shows. */
const NAMES_PAGE =
  /^(?:id|p|page_id|post|article|product|item|slug|name|title|content|view|module|lang|site|seite|menu|nav)$/i
/** Matches words and years that the addresses of calendars and of long lists have. */
const COUNTED =
  /\/(?:page|seite|calendar|kalender|events?|agenda|termine|archives?|archiv|month|week|day|monat|woche|tag)\/|(?:^|\/)(?:19|20)\d\d(?:[/-]|$)/i

/**
 * Returns what the addresses of a calendar or of a filtered list have in common: the address without its numbers and
 * without the values of its parameters. Null for an address that names one page.
 */
export function seriesOf(url: string): string | null {
  const { host, pathname, searchParams } = new URL(url)
  const names = [...searchParams.keys()].filter((name) => !NAMES_PAGE.test(name))
  const path = pathname.replaceAll(/\d+/g, '#')
  const isCounted = /(?:^|\/)[#-]*#[#-]*\/?$/.test(path) && COUNTED.test(pathname)
  if (names.length === 0 && !isCounted) return null
  return `${host}${path}?${names.toSorted().join('&')}`
}

export function isFile(url: string): boolean {
  return /\.(?:pdf|jpe?g|png|gif|webp|avif|svg|zip|mp[34]|webm|docx?|xlsx?|css|js|xml|json|ics)$/i.test(
    new URL(url).pathname,
  )
}
