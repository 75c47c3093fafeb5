import { useState } from 'react'

import { Button } from './button.tsx'

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button tone="outline" size="sm" onClick={copy}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
