import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, steps of 30 s. */
const PERIOD = 30
const DIGITS = 6
/** Steps before and after the present one that are taken too: clocks differ, and typing takes time (RFC 6238, 5.2 and 6). */
const WINDOW = 1

/** A key of 160 random bits in base32, the length RFC 4226 asks for. */
export function newTotpKey(): string {
  return new Secret({ size: 20 }).base32
}

/** The `otpauth://` address that an app reads from the QR code. */
export function totpUri(key: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(key, { issuer, label }).toString()
}

/** The step, in 30 s since the epoch, that a typed code belongs to; null when it is none of the present ones. */
export function stepOfCode(key: string, code: string, now: number): number | null {
  // The library compares bytes, and throws where digits of another script are longer than ours.
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(key).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta
}

function totpOf(key: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ secret: key, algorithm: 'SHA1', digits: DIGITS, period: PERIOD, ...names })
}
