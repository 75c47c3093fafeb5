import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const DAY = 86_400_000

type Provider = 'google' | 'microsoft'
type Event = { id: string; from: number; to: number; title: string; isGone: boolean; transaction: string }
/** The bodies that are sent, of both providers together; which fields a request has depends on its path. */
type Json = Record<'timeMin' | 'timeMax' | 'id' | 'summary' | 'subject' | 'transactionId', string> &
  Record<'start' | 'end' | 'startTime' | 'endTime', { dateTime: string }> & { schedules: string[] }
type Grant = { provider: Provider; challenge: string; redirect: string; account: string }

export const oauthClient = { clientId: 'client-1', clientSecret: 'client-secret-1' }

/**
 * Stands in for OAuth and calendars of Google and Microsoft: as much as the client uses, with their errors, limits of
 * ranges, tokens that expire or are withdrawn, and refresh tokens that Microsoft replaces at each use.
 */
export async function startOnlineCalendars() {
  const codes = new Map<string, Grant>()
  const refreshTokens = new Map<string, Provider>()
  const accessTokens = new Set<string>()
  const scopes: string[] = []
  const revoked: string[] = []
  const events = new Map<string, Event>()
  const asked: string[] = []
  /** `hangs`: no answer. `status`: the next answer of the API. `fault`: an error of the calendar within a good answer. */
  const state = {
    hangs: false,
    status: null as number | null,
    fault: null as string | null,
    account: 'ada@agency.test',
  }
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(String(request.url), 'http://fake')
    const body = await text(request)
    asked.push(`${request.method} ${url.pathname}`)
    if (url.pathname.endsWith('/authorize') || url.pathname.endsWith('/auth')) return authorize(url, response)
    if (url.pathname.endsWith('/revoke')) return revoke(new URLSearchParams(body), response)
    if (url.pathname.endsWith('/token')) return token(url.pathname, new URLSearchParams(body), response)
    if (state.hangs) return
    const { status } = state
    state.status = null
    if (status !== null)
      return send(response, status, { error: { code: status, errors: [{ reason: 'backendError' }] } })
    const bearer = /^Bearer (.+)$/.exec(String(request.headers.authorization))?.[1]
    if (bearer === undefined || !accessTokens.has(bearer))
      return send(response, 401, { error: { code: 'InvalidAuthenticationToken', status: 'UNAUTHENTICATED' } })
    const json = (body === '' ? {} : JSON.parse(body)) as Json
    if (url.pathname.startsWith('/calendar/v3'))
      google(request.method, url.pathname.slice(12), json, response)
    else microsoft(request.method, url.pathname.slice(5), json, response)
  }

  function authorize(url: URL, response: ServerResponse): void {
    const asks = url.searchParams
    const provider = url.pathname.includes('v2.0') ? 'microsoft' : 'google'
    const isRight =
      asks.get('client_id') === oauthClient.clientId &&
      asks.get('response_type') === 'code' &&
      asks.get('code_challenge_method') === 'S256' &&
      (provider === 'microsoft'
        ? /\boffline_access\b/.test(String(asks.get('scope')))
        : asks.get('access_type') === 'offline')
    if (!isRight) return send(response, 400, { error: 'invalid_request' })
    scopes.push(String(asks.get('scope')))
    const code = randomUUID()
    const redirect = String(asks.get('redirect_uri'))
    const { account } = state
    codes.set(code, { provider, challenge: String(asks.get('code_challenge')), redirect, account })
    const back = new URLSearchParams({ code, state: String(asks.get('state')) })
    response.writeHead(302, { location: `${redirect}?${back}` }).end()
  }

  function token(path: string, fields: URLSearchParams, response: ServerResponse): void {
    const provider = path.includes('v2.0') ? 'microsoft' : 'google'
    if (fields.get('client_secret') !== oauthClient.clientSecret)
      return send(response, 401, { error: 'invalid_client' })
    if (fields.get('grant_type') === 'refresh_token') {
      const former = String(fields.get('refresh_token'))
      if (refreshTokens.get(former) !== provider) return send(response, 400, { error: 'invalid_grant' })
      if (provider === 'google') return grant(response, {})
      refreshTokens.delete(former)
      return grant(response, { refresh_token: newRefreshToken(provider) })
    }
    const code = String(fields.get('code'))
    const given = codes.get(code)
    codes.delete(code)
    const proof = createHash('sha256')
      .update(String(fields.get('code_verifier')))
      .digest('base64url')
    if (
      given?.provider !== provider ||
      given.challenge !== proof ||
      given.redirect !== fields.get('redirect_uri')
    )
      return send(response, 400, { error: 'invalid_grant' })
    const names = provider === 'google' ? { email: given.account } : { preferred_username: given.account }
    const claims = { aud: oauthClient.clientId, ...names }
    const idToken = ['{}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url'))
    return grant(response, { refresh_token: newRefreshToken(provider), id_token: idToken.join('.') })
  }

  function revoke(fields: URLSearchParams, response: ServerResponse): void {
    const withdrawn = String(fields.get('token'))
    if (!refreshTokens.delete(withdrawn)) return send(response, 400, { error: 'invalid_token' })
    revoked.push(withdrawn)
    send(response, 200, {})
  }

  function newRefreshToken(provider: Provider): string {
    const made = randomUUID()
    refreshTokens.set(made, provider)
    return made
  }

  function grant(response: ServerResponse, more: object): void {
    const access = randomUUID()
    accessTokens.add(access)
    send(response, 200, { access_token: access, token_type: 'Bearer', expires_in: 3599, ...more })
  }

  const busyWithin = (from: number, to: number) =>
    [...events.values()].filter((each) => !each.isGone && each.from < to && each.to > from)

  function google(method = '', path: string, json: Json, response: ServerResponse): void {
    const list = '/calendars/primary/events'
    if (path === '/freeBusy') {
      const [from, to] = [Date.parse(json.timeMin), Date.parse(json.timeMax)]
      if (to - from > 90 * DAY)
        return send(response, 400, { error: { code: 400, errors: [{ reason: 'timeRangeTooLong' }] } })
      const busy = busyWithin(from, to).map((each) => ({ start: iso(each.from), end: iso(each.to) }))
      const primary = state.fault ? { errors: [{ domain: 'global', reason: state.fault }] } : { busy }
      return send(response, 200, { kind: 'calendar#freeBusy', calendars: { primary } })
    }
    const id = path.slice(list.length + 1)
    const known = events.get(id || json.id)
    if (method === 'DELETE') {
      if (!known || known.isGone) return send(response, known ? 410 : 404, { error: {} })
      known.isGone = true
      return void response.writeHead(204).end()
    }
    if (method === 'POST' && known)
      return send(response, 409, { error: { errors: [{ reason: 'duplicate' }] } })
    if (method === 'PUT' && !known) return send(response, 404, { error: {} })
    if (!/^[a-v0-9]{5,1024}$/.test(json.id))
      return send(response, 400, { error: { errors: [{ reason: 'invalid' }] } })
    const event = eventOf(
      json.id,
      json.summary,
      Date.parse(json.start.dateTime),
      Date.parse(json.end.dateTime),
    )
    events.set(event.id, event)
    send(response, 200, { id: event.id })
  }

  function microsoft(method = '', path: string, json: Json, response: ServerResponse): void {
    const utc = (at: { dateTime: string }) => Date.parse(`${at.dateTime}Z`)
    if (path === '/me/calendar/getSchedule') {
      const [from, to] = [utc(json.startTime), utc(json.endTime)]
      if (to - from > 62 * DAY) return send(response, 400, { error: { code: 'ErrorInvalidParameter' } })
      if (json.schedules[0] !== state.account)
        return send(response, 200, { value: [{ error: { responseCode: 'ErrorMailRecipientNotFound' } }] })
      const scheduleItems = busyWithin(from, to).map((each) => ({
        status: each.title === 'free' ? 'free' : 'busy',
        start: { dateTime: graphTime(each.from), timeZone: 'UTC' },
        end: { dateTime: graphTime(each.to), timeZone: 'UTC' },
      }))
      const error = state.fault && { responseCode: state.fault }
      return send(response, 200, {
        value: [error ? { error } : { scheduleId: state.account, scheduleItems }],
      })
    }
    const id = decodeURIComponent(path.slice('/me/events/'.length))
    const known = events.get(id)
    if (method !== 'POST' && (!known || known.isGone))
      return send(response, 404, { error: { code: 'ErrorItemNotFound' } })
    if (method === 'DELETE' && known) {
      known.isGone = true
      return void response.writeHead(204).end()
    }
    const repeated = [...events.values()].find(({ transaction }) => transaction === json.transactionId)
    if (method === 'POST' && repeated) return send(response, 201, { id: repeated.id })
    const event = eventOf(
      known ? known.id : `AAMk=${randomUUID()}`,
      json.subject,
      utc(json.start),
      utc(json.end),
    )
    events.set(event.id, { ...event, transaction: json.transactionId })
    send(response, method === 'POST' ? 201 : 200, { id: event.id })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    scopes,
    /** The refresh tokens that were withdrawn at their provider. */
    revoked,
    state,
    isGood: (access: string) => accessTokens.has(access),
    env: { OAUTH_BASE_URL: url, FETCH_LOOPBACK: 'on' },
    shown: () =>
      [...events.values()].filter(({ isGone }) => !isGone).map(({ title, from }) => ({ title, from })),
    add(from: number, to: number, title = 'Other'): void {
      const event = eventOf(randomUUID(), title, from, to)
      events.set(event.id, event)
    },
    clear: () => events.clear(),
    /** Access tokens that are still in use are no longer accepted. */
    expire: () => accessTokens.clear(),
    /** The member has withdrawn the access. */
    revoke(): void {
      accessTokens.clear()
      refreshTokens.clear()
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function eventOf(id: string, title: string, from: number, to: number): Event {
  return { id, title, from, to, isGone: false, transaction: '' }
}

const iso = (at: number) => new Date(at).toISOString()
const graphTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}.0000000`

function send(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}
