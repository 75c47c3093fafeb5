import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A modal dialog that is open while mounted; on closing, the focus returns to where it was. */
export function Modal({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect opens it before the next key press, which would otherwise be lost.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it by itself
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="mx-auto mt-[12dvh] max-h-[75dvh] w-[min(36rem,calc(100%-2rem))] overflow-hidden rounded-lg border border-line-strong bg-raised p-0 text-primary shadow-float backdrop:bg-black/60"
    >
      {children}
    </dialog>
  )
}
