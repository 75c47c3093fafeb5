import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { Readable } from 'node:stream'

import { checkedLookup, checkedUrl } from './guarded-fetch.server.ts'

/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304])

/**
 * Creates a `fetch` for servers that the owner names. As in guardedFetch, the address is checked when connecting. A
 * redirect fails, because it would carry the key elsewhere; with `redirect: 'manual'` it is returned.
 */
export function createGuardedRequest({ loopback }: { loopback: boolean }): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    const url = checkedUrl(asked.url, { loopback, anyPort: true })
    const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : null
    const response = await send(url, asked, body, loopback)
    const status = response.statusCode ?? 502
    if (status >= 300 && status < 400) {
      response.destroy()
      if (asked.redirect === 'manual') return new Response(null, { status, headers: headersOf(response) })
      throw new TypeError('The address redirects, and redirects are not followed.')
    }
    const headers = headersOf(response)
    if (bodiless.has(status)) {
      response.destroy()
      return new Response(null, { status, headers })
    }
    // The library's type of a web stream differs from the global one in name only.
    return new Response(Readable.toWeb(response) as ReadableStream, { status, headers })
  }
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of [values].flat()) if (value !== undefined) headers.append(name, value)
  return headers
}

function send(url: URL, asked: Request, body: Buffer | null, loopback: boolean): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  return new Promise((done, fail) => {
    const sending = request(url, {
      agent: false,
      method: asked.method,
      signal: asked.signal,
      lookup: checkedLookup({ loopback }),
      headers: {
        ...Object.fromEntries(asked.headers),
        'accept-encoding': 'identity',
        ...(body && { 'content-length': body.byteLength }),
      },
    })
    sending.once('response', done)
    sending.once('error', fail)
    sending.end(body ?? undefined)
  })
}
