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
    outcome.reason === 'type' || (outcome.reason === 'status' && (outcome.status ?? 500) < 500)
  if (isMissing) return readRobots('', AGENT)
  throw new AppError('invalid', `Its robots.txt could not be read. ${refusalSentences[outcome.reason]}`)
}

/** Returns an address without parts that do not change the page: protocol, tracking parameters, index file. */
export function sameAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  for (const name of Array.from(searchParams.keys()))
    if (/^(?:utm_|fbclid|gclid)/.test(name)) searchParams.delete(name)
  return `${host}${pathname.replace(/\/(?:index\.\w+)?$/, '')}?${searchParams}`
}

export function isFile(url: string): boolean {
  return /\.(?:pdf|jpe?g|png|gif|webp|avif|svg|zip|mp[34]|webm|docx?|xlsx?|css|js|xml|json|ics)$/i.test(
    new URL(url).pathname,
  )
}
