import { TOTP } from 'otpauth'

/** Returns the code that an authenticator app with this key shows. */
export function appCode(key: string, now: number): string {
  return new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: now })
}
