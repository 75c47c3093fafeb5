import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const HOME = '/dav/ada/'
const CALENDAR = '/dav/ada/work/'
const LOGIN = `Basic ${Buffer.from('ada:an app password').toString('base64')}`

/** Starts the same server, but with Digest sign-in, which is Baïkal's default. */
export async function startDigestServer() {
  const server = await startCalDavServer()
  server.state.wantsDigest = true
  return server
}

/** Starts a calendar server with one user: as much of RFC 4791 and RFC 6764 as the client uses. */
export async function startCalDavServer() {
  const entries = new Map<string, string>()
  const asked: string[] = []
  const state = {
    refuses: null as number | null,
    refusedEntry: '',
    tag: 0,
    wantsDigest: false,
    nonce: 'first',
  }
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await textOf(request)
    asked.push(`${method} ${url}`)
    if (state.refuses !== null) response.writeHead(state.refuses).end()
    else if (state.refusedEntry !== '' && url.includes(state.refusedEntry)) response.writeHead(403).end()
    else if (state.wantsDigest && !isDigest(headers.authorization, method, state.nonce)) challenge(response)
    else if (!state.wantsDigest && headers.authorization !== LOGIN) response.writeHead(401).end()
    else if (url === '/.well-known/caldav') response.writeHead(301, { location: '/dav/' }).end()
    else if (method === 'PROPFIND') propfind(url, response)
    else if (method === 'REPORT') multistatus(response, [...entries].map(reported))
    else if (method === 'PUT') {
      entries.set(url, body)
      state.tag += 1
      response.writeHead(201).end()
    } else if (method === 'DELETE') {
      state.tag += 1
      response.writeHead(entries.delete(url) ? 204 : 404).end()
    } else response.writeHead(405).end()
  }

  /** Treats its first nonce as expired as soon as that is used. */
  function challenge(response: ServerResponse): void {
    const isStale = state.nonce === 'first' ? '' : ', stale=true'
    const digest = `Digest realm="BaikalDAV",qop="auth",nonce="${state.nonce}",opaque="o"${isStale}`
    state.nonce = 'second'
    response.writeHead(401, { 'www-authenticate': digest }).end()
  }

  function propfind(url: string, response: ServerResponse): void {
    const principal =
      '<d:current-user-principal><d:href>/dav/principals/ada/</d:href></d:current-user-principal>'
    const home = `<c:calendar-home-set><d:href>${HOME}</d:href></c:calendar-home-set>`
    const collection = '<d:resourcetype><d:collection/></d:resourcetype>'
    if (url === '/dav/') multistatus(response, [resource(url, collection + principal)])
    else if (url === '/dav/principals/ada/') multistatus(response, [resource(url, home)])
    else if (url === HOME)
      multistatus(response, [
        resource(HOME, collection),
        resource(CALENDAR, calendar('Work &amp; calls', 'VEVENT') + `<s:getctag>${state.tag}</s:getctag>`),
        resource('/dav/ada/tasks/', calendar('Tasks', 'VTODO')),
      ])
    else if (url === CALENDAR)
      multistatus(response, [
        resource(url, calendar('Work &amp; calls', 'VEVENT') + `<s:getctag>${state.tag}</s:getctag>`),
      ])
    else response.writeHead(404).end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    calendar: `${origin}${CALENDAR}`,
    asked,
    state,
    entries: async () => [...entries.values()],
    put: async (name: string, text: string) => {
      entries.set(`${CALENDAR}${name}.ics`, text)
      state.tag += 1
    },
    stop: async () => void server.close(),
  }
}

function isDigest(authorization = '', method: string, nonce: string): boolean {
  const given = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(authorization)?.[1] ?? ''
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const secret = md5('ada:BaikalDAV:an app password')
  const asked = md5(`${method}:${given('uri')}`)
  const expected = md5(`${secret}:${nonce}:${given('nc')}:${given('cnonce')}:auth:${asked}`)
  return authorization.startsWith('Digest ') && given('nonce') === nonce && given('response') === expected
}

function calendar(name: string, component: string): string {
  return `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>${name}</d:displayname>
    <c:supported-calendar-component-set><c:comp name="${component}"/></c:supported-calendar-component-set>`
}

function reported([href, text]: [string, string]): string {
  return resource(href, `<c:calendar-data><![CDATA[${text}]]></c:calendar-data>`)
}

/** Includes a property that the server does not have, as real servers do. */
function resource(href: string, properties: string): string {
  return `<d:response><d:href>${href}</d:href>
    <d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
    <d:propstat><d:prop><d:displayname/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>`
}

function multistatus(response: ServerResponse, responses: readonly string[]): void {
  response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
  response.end(`<?xml version="1.0" encoding="utf-8"?>
    <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/">${responses.join('')}</d:multistatus>`)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
