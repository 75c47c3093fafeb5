import { useState } from 'react'
import { Form, Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Check, Copy, Download } from '#app/ui/icons.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useAwake } from '#app/ui/use-awake.ts'

import type { Enrolment } from '../two-factor/enrol-two-factor.server.ts'

import { AccountPanel, PasswordField } from './account-panel.tsx'

type Errors = Readonly<Record<string, string>>

export function BeginPanel({ errors }: { errors: Errors }) {
  return (
    <AccountPanel
      id="begin-title"
      title="Set it up"
      badge={<Badge>Off</Badge>}
      text="You need an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator, or your password manager. First, enter your password."
    >
      <Form method="post" aria-labelledby="begin-title" className="grid max-w-md gap-5">
        <PasswordField id="begin-password" error={errors['password']} />
        <div>
          <Button type="submit" name="intent" value="begin" tone="solid">
            Continue
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}

export function ConfirmPanel({ enrolment, errors }: { enrolment: Enrolment; errors: Errors }) {
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
              Key to type instead
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

/** Black on white in both colour schemes, because some cameras cannot read inverted codes. */
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

export function RecoveryCodesPanel({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  const { siteName } = useAdminShell()
  const text = `Recovery codes of ${siteName}\r\nEach works once.\r\n\r\n${codes.join('\r\n')}\r\n`
  return (
    <AccountPanel
      id="recovery-title"
      title="Your recovery codes"
      badge={isNew ? <Badge tone="success">Two-factor sign-in is on</Badge> : null}
      text="Each signs you in once when you do not have your phone. Keep them where you keep your passwords: they are not shown again."
    >
      <ul aria-labelledby="recovery-title" className="grid gap-x-8 gap-y-2 font-mono text-sm md:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass({ tone: 'solid', size: 'md' })}
        >
          <Download aria-hidden className="size-4" />
          Download
        </a>
        <CopyButton text={codes.join('\n')} />
        <Link to="/admin/account" className={buttonClass({ tone: 'outline', size: 'md' })}>
          I have saved them
        </Link>
      </div>
    </AccountPanel>
  )
}

/** Browsers allow the clipboard only on https and localhost. */
function CopyButton({ text }: { text: string }) {
  const isAwake = useAwake()
  const [isCopied, setCopied] = useState(false)
  if (!isAwake || !('clipboard' in navigator)) return null
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      tone="outline"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
