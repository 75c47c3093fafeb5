import { useEffect, useRef } from 'react'
import type { Blocker } from 'react-router'

import { Button } from '#app/ui/button.tsx'

type LeaveDialogProps = { blocker: Blocker; onSave: () => Promise<number | null> }

/** Saves unsaved changes before another page opens, and asks if that fails. */
export function LeaveDialog({ blocker, onSave }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isAsked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isAsked) return
    void onSave().then((version) => {
      if (version !== null) blocker.proceed()
      else dialog.current?.showModal()
    })
    // Only `isAsked`, so that each attempt to leave saves once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="leave-title"
      onClose={() => blocker.reset?.()}
      className="m-auto w-[min(28rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised p-6 text-primary shadow-float backdrop:bg-black/60"
    >
      <h2 id="leave-title" className="text-lg font-semibold">
        Some changes are not saved
      </h2>
      <p className="mt-2 text-sm text-secondary">They are lost if you leave the page now.</p>
      <div className="mt-6 flex justify-end gap-3">
        <Button tone="outline" onClick={() => dialog.current?.close()} autoFocus>
          Stay
        </Button>
        <Button tone="danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </dialog>
  )
}
