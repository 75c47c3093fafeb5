import { useState } from 'react'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'

import { decodeBytes, describeFailure, encodeBytes, hasPasskeys } from '../passkeys/webauthn.ts'

import { FormAlert } from './form-parts.tsx'

type Request = { challenge: string; rpId: string }
type Answered = { request?: Request; next?: string }

/** A refusal by the server; its message is shown. */
class Refused extends Error {}

export function PasskeySignIn({ next }: { next: string | null }) {
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function onClick(): Promise<void> {
    if (!hasPasskeys())
      return setFault('This browser does not support passkeys here. Please use your password.')
    setBusy(true)
    setFault('')
    try {
      location.assign(await signIn(next))
    } catch (error) {
      setBusy(false)
      setFault(error instanceof Refused ? error.message : describeFailure(error))
    }
  }

  return (
    <div className="mt-5 grid gap-4">
      {fault ? <FormAlert>{fault}</FormAlert> : null}
      <Button tone="outline" size="lg" disabled={isBusy} onClick={() => void onClick()}>
        {isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
    </div>
  )
}

async function signIn(next: string | null): Promise<string> {
  const { request } = await post(new URLSearchParams({ intent: 'begin' }), next)
  if (!request) throw new Error('The server did not send a challenge.')
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: decodeBytes(request.challenge),
      rpId: request.rpId,
      userVerification: 'required',
    },
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser did not return a passkey.')
  const answer = credential.response
  if (!(answer instanceof AuthenticatorAssertionResponse))
    throw new Error('The passkey did not sign anything.')
  const fields = {
    intent: 'sign-in',
    credential: encodeBytes(credential.rawId),
    userHandle: encodeBytes(answer.userHandle),
    clientData: encodeBytes(answer.clientDataJSON),
    authenticatorData: encodeBytes(answer.authenticatorData),
    signature: encodeBytes(answer.signature),
  }
  const { next: path } = await post(new URLSearchParams(fields), next)
  return path ?? '/admin'
}

async function post(body: URLSearchParams, next: string | null): Promise<Answered> {
  const query = next === null ? '' : `?${new URLSearchParams({ next })}`
  const response = await fetch(`/admin/login/passkey${query}`, { method: 'POST', body }).catch(() => null)
  if (!response) throw new Refused('The server cannot be reached. Please try again.')
  const { value, error } = (await response.json()) as FormAnswer<Answered>
  if (!value) throw new Refused(error ?? 'The passkey could not be used. Please try again.')
  return value
}
