import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'

import { buttonClass } from './button.tsx'

type ConfirmDialogProps = {
  trigger: ReactNode
  title: string
  text: string
  confirm: string
  onConfirm: () => void
}

/** Asks before what cannot be undone; Esc and Cancel leave all as it was. */
export function ConfirmDialog({ trigger, title, text, confirm, onConfirm }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100%-2rem))] -translate-1/2 rounded-lg border border-line-strong bg-raised p-6 shadow-float">
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-secondary">{text}</AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-3">
            <AlertDialog.Cancel className={buttonClass({ tone: 'outline', size: 'md' })}>
              Cancel
            </AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass({ tone: 'danger', size: 'md' })} onClick={onConfirm}>
              {confirm}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
