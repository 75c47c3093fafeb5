import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { DAY } from '#app/platform/clock.ts'

type Answer = { status: number; retryAfter?: string }
type Pushed = { path: string; ttl: string; urgency: string; topic: string; contact: string; body: Buffer }

/**
 * Starts a push service (RFC 8030, RFC 8292) that checks the sender and responds with the path's `answers`, or 201.
 * @param now in milliseconds, as the sender has it
 */
export async function startPushService(now: () => number) {
  const received: Pushed[] = []
  const answers = new Map<string, Answer>()
  const keys = new Set<string>()
  let origin = ''
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = String(request.url)
      const sender = readSender(request, { origin, now: now() })
      if (!sender || request.headers['content-encoding'] !== 'aes128gcm' || !request.headers.ttl)
        return void response.writeHead(sender ? 400 : 403).end()
      keys.add(sender.key)
      const { status, retryAfter } = answers.get(path) ?? { status: 201 }
      const { ttl, urgency, topic } = request.headers
      const said = { ttl: String(ttl), urgency: String(urgency), topic: String(topic) }
      received.push({ path, ...said, contact: sender.contact, body: Buffer.concat(parts) })
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { received, answers, keys, close, url: (path: string) => origin + path }
}

/** Returns null for what a push service refuses (RFC 8292, sections 2 and 3). */
function readSender(
  request: IncomingMessage,
  { origin, now }: { origin: string; now: number },
): { key: string; contact: string } | null {
  const [, signed = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]{87})$/.exec(request.headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return null
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isRight = verify(
    'sha256',
    Buffer.from(signed),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const [header, claims] = signed
    .split('.')
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  const expires = Number(claims?.['exp']) * 1000
  const isTimely = expires > now && expires <= now + DAY
  const contact = String(claims?.['sub'])
  if (!isRight || header?.['alg'] !== 'ES256' || claims?.['aud'] !== origin || !isTimely) return null
  return /^(mailto:|https:)/.test(contact) ? { key, contact } : null
}

/** Returns what a browser sends when it subscribes, and how it reads a message. */
export function newSubscription(endpoint: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    given: { endpoint, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read: (body: Buffer) => JSON.parse(readPush(body, keys, auth).toString()) as Record<string, string>,
  }
}

/** Decrypts a message (RFC 8291, section 3). */
export function readPush(body: Buffer, browser: ECDH, auth: Buffer): Buffer {
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  return readRecords(body, Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32)))
}

/** Decrypts records (RFC 8188, section 2). @throws if they were changed or cut off. */
export function readRecords(body: Buffer, key: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const size = body.readUInt32BE(16)
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length))
  const contentKey = derive('Content-Encoding: aes128gcm\0', 16)
  const nonce = derive('Content-Encoding: nonce\0', 12)
  const parts: Buffer[] = []
  for (let at = 21 + body.readUInt8(20), record = 0; at < body.length; at += size, record += 1) {
    const sealed = body.subarray(at, at + size)
    const own = Buffer.from(nonce)
    own.writeUInt32BE((own.readUInt32BE(8) ^ record) >>> 0, 8)
    const decipher = createDecipheriv('aes-128-gcm', contentKey, own).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    const end = padded.findLastIndex((byte) => byte !== 0)
    if (padded[end] !== (at + size >= body.length ? 2 : 1)) throw new Error('The last record is missing.')
    parts.push(padded.subarray(0, end))
  }
  return Buffer.concat(parts)
}
