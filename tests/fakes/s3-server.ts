import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type FakeS3 = {
  endpoint: string
  objects: Map<string, Buffer>
  failNext(status: number): void
  close(): Promise<void>
}

/** A real one lists 1000 at a time. */
const LIST_AT_MOST = 3

/** Starts an S3 server in memory that refuses requests not signed by the key (AWS Signature Version 4). */
export async function startS3Server(key: { id: string; secret: string }): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const failures: number[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { status, text = '' } = answer(request, body)
      response.writeHead(status).end(text)
    })
  })
  function answer(request: IncomingMessage, body: Buffer): { status: number; text?: string | Buffer } {
    const { url = '/', method } = request
    const [path = '/', query] = url.split('?')
    const failure = failures.shift()
    if (failure !== undefined) return { status: failure }
    if (!isSigned(request, key))
      return { status: 403, text: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
    if (method === 'GET' && query?.includes('list-type=2')) {
      const asked = new URLSearchParams(query)
      const after = asked.get('start-after') ?? ''
      const keys = [...objects.keys()]
        .filter((name) => name.startsWith(path))
        .map((name) => name.slice(path.length))
        .filter((name) => name.startsWith(asked.get('prefix') ?? '') && name > after)
        .sort()
      const most = Math.min(LIST_AT_MOST, Number(asked.get('max-keys') ?? LIST_AT_MOST))
      return {
        status: 200,
        text: [
          `<IsTruncated>${keys.length > most}</IsTruncated>`,
          ...keys.slice(0, most).map((name) => `<Contents><Key>${name}</Key></Contents>`),
        ].join(''),
      }
    }
    if (method === 'PUT') {
      objects.set(url, body)
      return { status: 200 }
    }
    if (method === 'DELETE') return { status: objects.delete(url) ? 204 : 404 }
    const found = objects.get(url)
    return found
      ? { status: 200, text: found }
      : { status: 404, text: '<Error><Code>NoSuchKey</Code></Error>' }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext: (status) => void failures.push(status),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function isSigned(
  { headers, method, url = '/' }: IncomingMessage,
  key: { id: string; secret: string },
): boolean {
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== key.id) return false
  const [path, query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query,
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const sign = (by: string | Buffer, what: string) => createHmac('sha256', by).update(what).digest()
  const signer = scope.split('/').reduce<string | Buffer>(sign, `AWS4${key.secret}`)
  return sign(signer, text).toString('hex') === signature
}
