import { type SubmitEvent, useState } from 'react'
import { Form, useSubmit } from 'react-router'

import { type FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { AccountPanel, CodeField, PasswordField, useEmptiedForm } from '../account/account-panel.tsx'

import { createPasskey, type Fault } from './create-passkey.ts'
import { MOST_PASSKEYS, PASSKEY_NAME_MAX } from './passkey-limits.ts'
import type { ListedPasskey } from './passkeys.server.ts'

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
            <Button type="submit" name="add" disabled={isBusy}>
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
