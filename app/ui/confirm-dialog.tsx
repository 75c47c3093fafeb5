import { type ReactNode, useId, useRef } from 'react'

import { Button, type ButtonTone } from './button.tsx'
import { FormFields } from './form-fields.tsx'

type ConfirmDialogProps = {
  trigger: ReactNode
  triggerTone?: ButtonTone
  title: string
  text: string
  confirm: string
  onConfirm: () => void
}

export function ConfirmDialog({
  trigger,
  triggerTone = 'danger',
  title,
  text,
  confirm,
  onConfirm,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  return (
    <>
      <FormFields>
        <Button tone={triggerTone} onClick={() => dialog.current?.showModal()}>
          {trigger}
        </Button>
      </FormFields>
      <dialog
        ref={dialog}
        role="alertdialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="m-auto w-[min(28rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised p-6 text-primary shadow-float backdrop:bg-black/60"
      >
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        <div id={`${id}-text`} className="mt-2 grid gap-2 text-sm text-secondary">
          {text.split('\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className="mt-6 flex justify-end gap-3">
          <Button tone="outline" onClick={close} autoFocus>
            Cancel
          </Button>
          <Button
            tone="danger"
            onClick={() => {
              close()
              onConfirm()
            }}
          >
            {confirm}
          </Button>
        </div>
      </dialog>
    </>
  )
}
