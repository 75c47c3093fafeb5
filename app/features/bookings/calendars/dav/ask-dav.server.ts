import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'
import { readAtMost, TooLargeAnswer } from '#app/platform/http/read-at-most.server.ts'

import { EntryRefused } from '../entry-refused.ts'
import type { DavAccount } from './dav-login.ts'
import { answerDigest } from './digest-login.ts'

const MAX_TIME = 20 * SECOND

export type DavRequest = {
  method: 'PROPFIND' | 'REPORT' | 'PUT' | 'DELETE'
  url: string
  maxBytes: number
  /** For PROPFIND and REPORT (RFC 4918, 10.2). */
  depth?: 0 | 1
  body?: string
  signal?: AbortSignal | undefined
}

export type DavAnswer = { status: number; location: string | null; bytes: Uint8Array }

/** Sends a request to a calendar server; follows no redirects. @throws {AppError} invalid: unreachable, too slow or too large */
export async function askDav(
  ctx: Pick<Ctx, 'outbound'>,
  account: DavAccount,
  asked: DavRequest,
): Promise<DavAnswer> {
  const { loopback } = ctx.outbound
  if (!/^https:/i.test(asked.url) && !loopback)
    throw new AppError('invalid', 'Please enter an address that begins with https://.')
  const late = AbortSignal.timeout(MAX_TIME)
  const send = (authorization: string) =>
    createGuardedRequest({ loopback })(asked.url, {
      method: asked.method,
      redirect: 'manual',
      signal: asked.signal ? AbortSignal.any([late, asked.signal]) : late,
      headers: headersOf(authorization, asked),
      ...(asked.body !== undefined && { body: asked.body }),
    })
  try {
    let response = await send(basicLogin(account))
    // Each answer may bring a new challenge: a nonce that has expired is replaced once.
    for (let tries = 0; tries < 2 && response.status === 401; tries += 1) {
      const header = response.headers.get('www-authenticate')
      const isWrong = header === null || (tries > 0 && !/\bstale\s*=\s*"?true/i.test(header))
      const login = isWrong ? null : answerDigest(header, account, asked)
      if (login === null) break
      await response.body?.cancel()
      response = await send(login)
    }
    return {
      status: response.status,
      location: response.headers.get('location'),
      bytes: await readAtMost(response, asked.maxBytes),
    }
  } catch (error) {
    asked.signal?.throwIfAborted()
    if (error instanceof AppError) throw error
    if (error instanceof TooLargeAnswer)
      throw new AppError('invalid', 'The server’s answer is too large to read.', { cause: error })
    throw new AppError(
      'invalid',
      late.aborted ? 'The server did not answer in time.' : 'The server could not be reached.',
      { cause: error },
    )
  }
}

const basicLogin = ({ user, password }: DavAccount) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function headersOf(authorization: string, { method, depth }: DavRequest): Record<string, string> {
  return {
    authorization,
    'content-type': method === 'PUT' ? 'text/calendar; charset=utf-8' : 'application/xml; charset=utf-8',
    'user-agent': 'Foyer/1.0',
    ...(depth !== undefined && { depth: String(depth) }),
  }
}

/** @throws {AppError} invalid, with advice for the owner */
export function refuseUnless(isGood: boolean, { status }: DavAnswer): void {
  if (!isGood) throw new AppError('invalid', sentenceOf(status))
}

const aboutAll = new Set([401, 429, 502, 503, 504])

export function refuseEntryUnless(isGood: boolean, answer: DavAnswer): void {
  if (isGood || aboutAll.has(answer.status)) refuseUnless(isGood, answer)
  else throw new EntryRefused('invalid', sentenceOf(answer.status))
}

function sentenceOf(status: number): string {
  return status === 401 || status === 403
    ? 'The server refused the user name or the password.'
    : `The server answered with an error (${status}).`
}
