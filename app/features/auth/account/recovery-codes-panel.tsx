import { useState } from 'react'
import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Check, Copy, Download } from '#app/ui/icons.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useAwake } from '#app/ui/use-awake.ts'

import { AccountPanel } from './account-panel.tsx'

/** The one time that recovery codes are shown. */
export function RecoveryCodesPanel({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  const { siteName } = useAdminShell()
  const text = `Recovery codes of ${siteName}\r\nEach works once.\r\n\r\n${codes.join('\r\n')}\r\n`
  return (
    <AccountPanel
      id="recovery-title"
      title="Your recovery codes"
      badge={isNew ? <Badge tone="success">Two-factor sign-in is on</Badge> : null}
      text="Each of them signs you in once where your phone is not at hand. Keep them where you keep your passwords: this page does not show them again."
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
          I have kept them
        </Link>
      </div>
    </AccountPanel>
  )
}

/** Browsers give the clipboard to pages from https and from this machine alone. */
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
