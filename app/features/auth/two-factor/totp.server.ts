import type { TOTP } from 'otpauth'
import { encode } from 'uqr'

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, steps of 30 s. */
const PERIOD = 30
const DIGITS = 6
/** Steps before and after the current one that are also valid, as clocks differ and typing takes time (RFC 6238, 5.2 and 6). */
const WINDOW = 1

/** Returns 160 random bits in base32, the length that RFC 4226 recommends. */
export async function newTotpKey(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: 20 }).base32
}

export async function totpUri(
  key: string,
  { issuer, label }: { issuer: string; label: string },
): Promise<string> {
  return (await totpOf(key, { issuer, label })).toString()
}

/** Returns the step of a valid code, counted in 30 s since the epoch, or null. */
export async function stepOfCode(key: string, code: string, now: number): Promise<number | null> {
  // The library throws for digits of other scripts, which take more bytes.
  if (!/^\d{6}$/.test(code)) return null
  const delta = (await totpOf(key)).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta
}

/** Imports otpauth at its first use, because loading it would delay every start by 5 ms. */
async function totpOf(key: string, names: { issuer?: string; label?: string } = {}): Promise<TOTP> {
  const { TOTP } = await import('otpauth')
  return new TOTP({ secret: key, algorithm: 'SHA1', digits: DIGITS, period: PERIOD, ...names })
}

export type QrCode = {
  /** Modules per side, including the quiet zone of four. */
  size: number
  /** The dark modules as the `d` of an SVG path; one unit per module. */
  path: string
}

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: path.join('') }
}
