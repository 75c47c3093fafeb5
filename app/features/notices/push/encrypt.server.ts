import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const TAG_BYTES = 16
/** Delimiter of a message's last record. */
const LAST = 2
const HEADER_BYTES = 86

/** Bytes that fit into the single record of a push message. */
export const LONGEST_MESSAGE = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1

/** Keys of a subscription in base64url, as the browser gives them. */
export type BrowserKeys = { p256dh: string; auth: string }

type Chosen = { salt: Buffer; privateKey: Buffer }

/** Encrypts a message for one browser (RFC 8291). @param chosen fixed values for tests; random by default */
export function encryptPush(message: Buffer, { p256dh, auth }: BrowserKeys, chosen?: Chosen): Buffer {
  if (message.length > LONGEST_MESSAGE) throw new Error('The message is too long for a push service.')
  const browser = Buffer.from(p256dh, 'base64url')
  const own = createECDH(CURVE)
  if (chosen) own.setPrivateKey(chosen.privateKey)
  else own.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own.getPublicKey()])
  const key = derive(own.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32)
  return encryptRecord(message, { key, salt: chosen?.salt ?? randomBytes(16), keyId: own.getPublicKey() })
}

type Sealing = { key: Buffer; salt: Buffer; keyId: Buffer }

/** Encrypts a single-record message with `aes128gcm` (RFC 8188). */
export function encryptRecord(message: Buffer, { key, salt, keyId }: Sealing): Buffer {
  const { contentKey, nonce } = recordKeys(key, salt)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(keyId.length, 4)
  const body = [cipher.update(message), cipher.update(Buffer.of(LAST)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, sizes, keyId, ...body])
}

function recordKeys(key: Buffer, salt: Buffer): { contentKey: Buffer; nonce: Buffer } {
  return {
    contentKey: derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    nonce: derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  }
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}

/** Whether these are usable keys: a point on the curve and a secret of 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (!/^[\w-]{87}$/.test(p256dh) || !/^[\w-]{22}$/.test(auth)) return false
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
