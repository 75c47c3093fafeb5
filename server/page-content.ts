import type { OutgoingHttpHeaders } from 'node:http'

import type { StoredPage } from './application.ts'

const NAMES_NO_PAGE = /\?.*=(?:&|$)/

type Content = {
  status: number
  body: Buffer
  isBrotli: boolean
  tag: string | null
  headers: OutgoingHttpHeaders
}

export async function contentOf(response: Response): Promise<Content> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of response.headers) headers[name] = value
  const isBrotli = headers['content-encoding'] === 'br'
  if (isBrotli) delete headers['content-encoding']
  delete headers['content-length']
  return { status: response.status, body, isBrotli, tag: response.headers.get('etag'), headers }
}

export function storedContent({ body, tag, headers }: StoredPage): Content {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return { status: 200, body: bytes, isBrotli: true, tag, headers: { ...headers } }
}

/** Whether a page is public. A 404 for an unknown value may be stored too, because all unknown values share it. */
export function mayKeep(key: string, response: Response): boolean {
  if (response.headers.has('set-cookie')) return false
  if (response.status === 404) return NAMES_NO_PAGE.test(key)
  return response.status === 200 && response.headers.get('cache-control')?.includes('public') === true
}

export function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === tag)
}
