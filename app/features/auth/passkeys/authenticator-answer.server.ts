import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { MalformedCbor, readCbor, readCborMap } from './cbor.server.ts'
import { readCoseKey } from './cose-key.server.ts'

/** Bytes; an answer without an attestation has about 500. */
const MAX_PART = 8 * 1024
const MAX_ID = 1023
const BASE64URL = /^[\w-]+$/

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string().max(200),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.unknown().optional(),
})

export function unreadableAnswer(cause?: unknown): AppError {
  return new AppError('invalid', 'The passkey’s answer could not be read. Please try again.', { cause })
}

/** Decodes base64url. @throws {AppError} invalid for other text, or if it is too long. */
export function decodePart(text: string): Buffer {
  if (text.length > (MAX_PART * 4) / 3 || !BASE64URL.test(text)) throw unreadableAnswer()
  return Buffer.from(text, 'base64url')
}

export type Site = { origin: string; rpId: string }

/** Returns the host name that passkeys are bound to, or null where browsers offer none: without https, and at a bare IP address. */
export async function passkeySite(ctx: Ctx): Promise<Site | null> {
  const { origin, hostname, protocol } = new URL((await ctx.site(ctx)).publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = /^[\d.]+$|:/.test(hostname)
  return isSecure && !isAddress ? { origin, rpId: hostname } : null
}

/** @throws {AppError} unavailable where browsers offer no passkeys. */
export async function requirePasskeySite(ctx: Ctx): Promise<Site> {
  const site = await passkeySite(ctx)
  if (!site)
    throw new AppError('unavailable', 'Passkeys need a site with https and a name, not an IP address.')
  return site
}

/** Returns the challenge that the browser answered. @throws {AppError} invalid if it is for another site or another operation. */
export function readClientData(
  clientData: Uint8Array,
  { type, site }: { type: 'webauthn.create' | 'webauthn.get'; site: Site },
): { challenge: string } {
  const given = clientDataSchema.safeParse(parsedJson(clientData))
  if (!given.success || given.data.type !== type) throw unreadableAnswer()
  const { challenge, origin, crossOrigin, topOrigin } = given.data
  if (origin !== site.origin || crossOrigin === true || topOrigin !== undefined)
    throw new AppError('invalid', 'The passkey was used on another site. Please sign in at this one.')
  return { challenge }
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw unreadableAnswer(error)
  }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const HAS_EXTENSIONS = 0x80
const HEAD = 37

/** Returns flags and signature counter if the answer is for this site and the user was verified. @throws {AppError} invalid. */
export function readAuthenticatorHead(bytes: Uint8Array, { rpId }: Site): { flags: number; counter: number } {
  if (bytes.length < HEAD) throw unreadableAnswer()
  const expected = createHash('sha256').update(rpId).digest()
  if (!timingSafeEqual(bytes.subarray(0, 32), expected))
    throw new AppError('invalid', 'The passkey belongs to another site.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = view.getUint8(32)
  if (!(flags & PRESENT) || !(flags & VERIFIED))
    throw new AppError(
      'invalid',
      'The passkey did not check that it is you. Please set up a PIN, a fingerprint or face recognition for it.',
    )
  return { flags, counter: view.getUint32(33) }
}

export type NewCredential = { id: string; key: KeyObject; counter: number }

/** Returns the new credential of a registration. Does not verify the attestation. @throws {AppError} invalid. */
export function readAttestation(attestation: Uint8Array, site: Site): NewCredential {
  try {
    const answer = readCborMap(attestation)
    const data = answer.get('authData')
    if (typeof answer.get('fmt') !== 'string' || !(answer.get('attStmt') instanceof Map))
      throw new MalformedCbor('The attestation is incomplete.')
    if (!(data instanceof Uint8Array)) throw new MalformedCbor('The authenticator data is missing.')
    const { flags, counter } = readAuthenticatorHead(data, site)
    if (!(flags & HAS_CREDENTIAL)) throw new MalformedCbor('There is no credential.')
    return { ...readCredential(data, flags), counter }
  } catch (error) {
    if (error instanceof MalformedCbor) throw unreadableAnswer(error)
    throw error
  }
}

function readCredential(data: Uint8Array, flags: number): { id: string; key: KeyObject } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const idAt = HEAD + 18
  if (data.length < idAt) throw new MalformedCbor('This ends too early.')
  const keyAt = idAt + view.getUint16(HEAD + 16)
  if (keyAt === idAt || keyAt - idAt > MAX_ID || keyAt > data.length)
    throw new MalformedCbor('The identifier is no credential’s.')
  const { value, length } = readCbor(data.subarray(keyAt))
  if (!(value instanceof Map)) throw new MalformedCbor('There is no key.')
  const rest = data.subarray(keyAt + length)
  if (flags & HAS_EXTENSIONS) readCborMap(rest)
  else if (rest.length > 0) throw new MalformedCbor('There are extra bytes after the key.')
  return { id: Buffer.from(data.subarray(idAt, keyAt)).toString('base64url'), key: readCoseKey(value) }
}
