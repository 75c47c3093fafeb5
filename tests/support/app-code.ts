import { TOTP } from 'otpauth'

/** What an authenticator app shows that was given `key`. */
export function appCode(key: string, now: number): string {
  return new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: now })
}
