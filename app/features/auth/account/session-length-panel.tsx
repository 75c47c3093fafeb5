import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { SessionSettings } from '../sessions/session-settings.server.ts'

import { AccountPanel } from './account-panel.tsx'

type SessionLengthPanelProps = { settings: SessionSettings; answer: FormAnswer | undefined }

export function SessionLengthPanel({ settings, answer }: SessionLengthPanelProps) {
  const errors = answer?.errors ?? {}
  return (
    <AccountPanel
      id="session-length-title"
      title="How long sessions last"
      text="The admin asks you to sign in again after this long without use, and after this long in total."
    >
      <Form
        method="post"
        aria-labelledby="session-length-title"
        className="grid max-w-2xl gap-5 sm:grid-cols-2"
      >
        <TextField
          id="idleMinutes"
          name="idleMinutes"
          label="Without use (minutes)"
          type="number"
          required
          min={5}
          max={240}
          defaultValue={settings.idleMinutes}
          hint="From 5 to 240; the default is 30."
          error={errors['idleMinutes']}
        />
        <TextField
          id="absoluteHours"
          name="absoluteHours"
          label="In total (hours)"
          type="number"
          required
          min={1}
          max={24}
          defaultValue={settings.absoluteHours}
          hint="From 1 to 24; the default is 8."
          error={errors['absoluteHours']}
        />
        <div className="sm:col-span-2">
          <Button type="submit" name="intent" value="session-length" tone="solid">
            Save
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}
