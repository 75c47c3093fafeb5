import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { Enrolment } from '../two-factor/begin-two-factor.server.ts'

import { AccountPanel } from './account-panel.tsx'

type ConfirmPanelProps = { enrolment: Enrolment; errors: Readonly<Record<string, string>> }

export function ConfirmPanel({ enrolment, errors }: ConfirmPanelProps) {
  return (
    <AccountPanel
      id="confirm-title"
      title="Scan and confirm"
      text="Scan the code with your app, or type the key into it. Then enter the six digits that the app shows."
    >
      <div className="flex flex-wrap items-start gap-6">
        <QrImage qr={enrolment.qr} />
        <Form method="post" aria-labelledby="confirm-title" className="grid min-w-0 max-w-md flex-1 gap-5">
          <input type="hidden" name="ticket" value={enrolment.ticket} />
          <div>
            <p className="text-sm font-medium text-secondary" id="key-label">
              Key, to type instead
            </p>
            <p aria-labelledby="key-label" className="mt-1.5 font-mono break-words">
              {enrolment.typedKey}
            </p>
          </div>
          <TextField
            id="confirm-code"
            name="code"
            label="Code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors['code']}
          />
          <div>
            <Button type="submit" name="intent" value="confirm" tone="solid">
              Turn on
            </Button>
          </div>
        </Form>
      </div>
    </AccountPanel>
  )
}

/** Black on white in either scheme: not every camera reads the other way about. */
function QrImage({ qr }: { qr: Enrolment['qr'] }) {
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className="size-56 shrink-0 rounded-md bg-white"
    >
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
