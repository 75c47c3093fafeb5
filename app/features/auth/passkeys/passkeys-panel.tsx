import { type SubmitEvent, useState } from 'react'
import { Form, useSubmit } from 'react-router'

import { type FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { AccountPanel, CodeField, PasswordField, useEmptiedForm } from '../account/account-panel.tsx'

import { MOST_PASSKEYS, PASSKEY_NAME_MAX } from './passkey-limits.ts'
import type { ListedPasskey, PasskeyRequest } from './passkeys.server.ts'
import { decodeBytes, describeFailure, encodeBytes, hasPasskeys } from './webauthn.ts'

type PasskeysPanelProps = {
  passkeys: readonly ListedPasskey[]
  asksCode: boolean
  answer: FormAnswer | undefined
}

const none: Fault = { errors: {}, text: '' }

export function PasskeysPanel({ passkeys, asksCode, answer }: PasskeysPanelProps) {
  const form = useEmptiedForm(answer)
  const submit = useSubmit()
  const [fault, setFault] = useState(none)
  const [isBusy, setBusy] = useState(false)
  const errors = { ...answer?.errors, ...fault.errors }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    setFault(none)
    if (event.nativeEvent.submitter?.getAttribute('name') !== 'add') return
    event.preventDefault()
    setBusy(true)
    const typed = new FormData(event.currentTarget)
    const made = await createPasskey(typed)
    setBusy(false)
    if ('attestation' in made) await submit({ intent: 'passkey', ...made }, { method: 'post' })
    else setFault(made)
  }

  return (
    <AccountPanel
      id="passkeys-title"
      title="Passkeys"
      text="Sign in with a fingerprint, your face or the PIN of a device instead of a password and code. A passkey cannot be guessed or handed over to a fake site."
    >
      <Form
        ref={form}
        method="post"
        aria-labelledby="passkeys-title"
        className="grid gap-5"
        onSubmit={(event) => void onSubmit(event)}
      >
        <input type="hidden" name="intent" value="remove-passkey" />
        <div className="grid max-w-md gap-5">
          {passkeys.length < MOST_PASSKEYS ? (
            <TextField
              id="passkey-name"
              name="passkeyName"
              label="Passkey name"
              maxLength={PASSKEY_NAME_MAX}
              autoComplete="off"
              hint="Where it is kept, such as “Work laptop”."
              error={errors['passkeyName']}
            />
          ) : (
            <p className="text-sm">You have {MOST_PASSKEYS} passkeys, which is the maximum.</p>
          )}
          <PasswordField id="passkey-password" label="Account password" error={errors['password']} />
          {asksCode ? <CodeField id="passkey-code" label="Code from the app" error={errors['code']} /> : null}
        </div>
        {fault.text ? (
          <p role="alert" className="text-sm text-danger">
            {fault.text}
          </p>
        ) : null}
        {passkeys.length < MOST_PASSKEYS ? (
          <div>
            <Button type="submit" name="add" tone="outline" disabled={isBusy}>
              {isBusy ? 'Waiting for your device…' : 'Add a passkey'}
            </Button>
            <noscript>
              <p className="mt-2 text-sm text-muted">
                To add a passkey, please enable JavaScript in your browser.
              </p>
            </noscript>
          </div>
        ) : null}
        {passkeys.length > 0 ? (
          <ul aria-label="Your passkeys" className="divide-y divide-line rounded-md border border-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        ) : null}
      </Form>
    </AccountPanel>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: ListedPasskey }) {
  const { timeZone, now } = useAdminShell()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-muted">
          Added <Time at={created_at} timeZone={timeZone} />
          {last_used_at === null ? (
            ', never used'
          ) : (
            <>
              , last used <Time at={last_used_at} timeZone={timeZone} now={now} />
            </>
          )}
        </p>
      </div>
      <Button type="submit" name="removed" value={id} tone="outline" size="sm">
        Remove<span className="sr-only"> the passkey {name}</span>
      </Button>
    </li>
  )
}

/** Errors by field, and a text for any other error. */
type Fault = { errors: Readonly<Record<string, string>>; text: string }

type Made = { passkeyName: string; clientData: string; attestation: string }

/** Asks the server for a challenge with the typed password and code, then makes a passkey on the device. */
async function createPasskey(typed: FormData): Promise<Made | Fault> {
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
