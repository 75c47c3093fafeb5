/** Base64url, as forms carry the bytes of passkeys. */

export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

export function encodeBytes(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

export function describeFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. You can try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'NotSupportedError') return 'This browser or device cannot create a suitable passkey.'
  if (name === 'SecurityError') return 'Passkeys need a site with https and its own domain name.'
  return 'The passkey could not be used. Please try again.'
}
