import type { FormAnswer } from '#app/lib/form-answer.ts'

import type { PasskeyRequest } from './passkeys.server.ts'
import { decodeBytes, describeFailure, encodeBytes, hasPasskeys } from './webauthn.ts'

/** Errors by field, and a text for any other error. */
export type Fault = { errors: Readonly<Record<string, string>>; text: string }

type Made = { passkeyName: string; clientData: string; attestation: string }

/** Asks the server for a challenge with the typed password and code, then makes a passkey on the device. */
export async function createPasskey(typed: FormData): Promise<Made | Fault> {
  const text = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  if (!hasPasskeys()) return { errors: {}, text: 'This browser does not support passkeys here.' }
  const fields = { passkeyName: text('passkeyName'), password: text('password'), code: text('code') }
  try {
    const request = await askFor(fields)
    if ('errors' in request) return request
    return { passkeyName: fields.passkeyName, ...(await make(request)) }
  } catch (error) {
    return { errors: {}, text: describeFailure(error) }
  }
}

async function askFor(fields: Record<string, string>): Promise<PasskeyRequest | Fault> {
  const body = new URLSearchParams(fields)
  const response = await fetch('/admin/account/passkey', { method: 'POST', body })
  const { value, errors, error } = (await response.json()) as FormAnswer<PasskeyRequest>
  if (value) return value
  return { errors, text: Object.keys(errors).length > 0 ? '' : (error ?? describeFailure(null)) }
}

async function make(request: PasskeyRequest): Promise<Omit<Made, 'passkeyName'>> {
  const { user } = request
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: decodeBytes(request.challenge),
      rp: { id: request.rpId, name: request.siteName },
      user: { id: decodeBytes(user.id), name: user.email, displayName: user.name },
      pubKeyCredParams: request.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: request.known.map((id) => ({ type: 'public-key', id: decodeBytes(id) })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser did not create a passkey.')
  const answer = credential.response
  if (!(answer instanceof AuthenticatorAttestationResponse)) throw new Error('The passkey is incomplete.')
  return {
    clientData: encodeBytes(answer.clientDataJSON),
    attestation: encodeBytes(answer.attestationObject),
  }
}
