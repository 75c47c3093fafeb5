import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'

import { type CborMap, MalformedCbor } from './cbor.server.ts'

/** Limits of RSA keys; checking a longer one would take long. */
const RSA_BITS = { least: 2048, most: 4096 }

/** COSE algorithms in order of preference (RFC 9053, RFC 8812). */
export const algorithms = [-8, -7, -257] as const

/** Reads the public key of an Ed25519, ES256 or RS256 credential. @throws {MalformedCbor} */
export function readCoseKey(cose: CborMap): KeyObject {
  const algorithm = cose.get(3)
  if (algorithm === -8 && cose.get(1) === 1 && cose.get(-1) === 6)
    return keyOf({ kty: 'OKP', crv: 'Ed25519', x: field(cose, -2, 32) })
  if (algorithm === -7 && cose.get(1) === 2 && cose.get(-1) === 1)
    return keyOf({ kty: 'EC', crv: 'P-256', x: field(cose, -2, 32), y: field(cose, -3, 32) })
  if (algorithm === -257 && cose.get(1) === 3) {
    const key = keyOf({ kty: 'RSA', n: field(cose, -1), e: field(cose, -2, 3) })
    const bits = key.asymmetricKeyDetails?.modulusLength
    if (bits !== undefined && bits >= RSA_BITS.least && bits <= RSA_BITS.most) return key
  }
  throw new MalformedCbor('This key type is not supported.')
}

function field(cose: CborMap, name: number, length?: number): string {
  const value = cose.get(name)
  const isFitting = value instanceof Uint8Array && (length === undefined || value.length === length)
  if (!isFitting) throw new MalformedCbor('A part of the key is missing.')
  return Buffer.from(value).toString('base64url')
}

function keyOf(key: JsonWebKey): KeyObject {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch (error) {
    throw new MalformedCbor('This is not a key.', { cause: error })
  }
}

export function storedKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64url')
}

export function isSignedBy(stored: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(stored, 'base64url'), type: 'spki', format: 'der' })
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key, signature)
}
