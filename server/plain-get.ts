export type PlainGet = { path: string; acceptEncoding: string | undefined; userAgent: string | undefined }

/** One complete request: a GET of a path without a query, with header fields as in RFC 9112. */
const PLAIN_GET =
  /^GET (\/[!"$->@-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+\-.^_`|~\w]+:[\t\x20-\x7e\x80-\xff]*\r\n)+)\r\n$/

/** These fields affect the response or the connection, so Node handles such requests. */
const decisive = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'if-match',
  'if-none-match',
  'transfer-encoding',
  'upgrade',
])

/** Must never accept what Node's parser would reject or interpret differently. */
export function readPlainGet(received: Buffer): PlainGet | null {
  const match = PLAIN_GET.exec(received.toString('latin1'))
  const path = match?.[1]
  const fields = match?.[2]
  if (path === undefined || fields === undefined) return null
  let hosts = 0
  let acceptEncoding: string | undefined
  let userAgent: string | undefined
  for (let at = 0; at < fields.length;) {
    const colon = fields.indexOf(':', at)
    const end = fields.indexOf('\r\n', colon)
    const name = fields.slice(at, colon).toLowerCase()
    if (name === 'host') hosts += fields.slice(colon + 1, end).trim() === '' ? 2 : 1
    else if (name === 'accept-encoding') {
      if (acceptEncoding !== undefined) return null
      acceptEncoding = fields.slice(colon + 1, end).trim()
    } else if (name === 'user-agent') userAgent ??= fields.slice(colon + 1, end).trim()
    else if (decisive.has(name) && !isKeepAlive(name, fields.slice(colon + 1, end))) return null
    at = end + 2
  }
  return hosts === 1 ? { path, acceptEncoding, userAgent } : null
}

function isKeepAlive(name: string, value: string): boolean {
  return name === 'connection' && value.trim().toLowerCase() === 'keep-alive'
}
