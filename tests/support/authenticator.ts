import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

import { type Cbor, writeCbor } from './cbor-writer.ts'

export type Algorithm = 'ES256' | 'RS256' | 'EdDSA'

/** Parts of the authenticator's or browser's data that a test may falsify. */
export type Twist = {
  origin?: string
  rpId?: string
  type?: string
  flags?: number
  userHandle?: string
  crossOrigin?: boolean
}

const PRESENT_AND_VERIFIED = 0x05

/** Simulates an authenticator and its browser, with one passkey. */
export function createAuthenticator(options: { origin: string; algorithm?: Algorithm; counts?: boolean }) {
  const { privateKey, publicKey } = keysOf(options.algorithm ?? 'ES256')
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const data = (twist: Twist, flags: number) => {
    if (options.counts ?? true) counter += 1
    const numbers = Buffer.alloc(5)
    numbers[0] = twist.flags ?? flags
    numbers.writeUInt32BE(counter, 1)
    const rpId = twist.rpId ?? new URL(options.origin).hostname
    return Buffer.concat([createHash('sha256').update(rpId).digest(), numbers])
  }
  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge,
        origin: twist.origin ?? options.origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    )

  return {
    register(request: { challenge: string; user: { id: string } }, twist: Twist = {}) {
      userHandle = request.user.id
      const length = Buffer.from([0, credentialId.length])
      const key = writeCbor(coseOf(publicKey))
      const head = data(twist, PRESENT_AND_VERIFIED | 0x40)
      const authData = Buffer.concat([head, Buffer.alloc(16), length, credentialId, key])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        clientData: clientData('webauthn.create', request.challenge, twist).toString('base64url'),
        attestation: writeCbor(attestation).toString('base64url'),
      }
    },
    answer({ challenge }: { challenge: string }, twist: Twist = {}) {
      const authenticatorData = data(twist, PRESENT_AND_VERIFIED)
      const client = clientData('webauthn.get', challenge, twist)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
      const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
      return {
        credential: credentialId.toString('base64url'),
        userHandle: twist.userHandle ?? userHandle,
        clientData: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(digest, signed, privateKey).toString('base64url'),
      }
    },
    /** Simulates an earlier copy of the authenticator. */
    setCounter(value: number) {
      counter = value
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

function keysOf(algorithm: Algorithm) {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** Returns the COSE form of a public key (RFC 9052, section 7). */
export function coseOf(key: KeyObject): Map<number, Cbor> {
  const jwk = key.export({ format: 'jwk' })
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const entries: Record<string, [number, Cbor][]> = {
    EC: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    OKP: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    RSA: [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  }
  return new Map(entries[jwk.kty ?? ''])
}
