import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import type { Toast } from '#app/lib/form-answer.ts'

import { CircleAlert, CircleCheck, X } from './icons.tsx'
import { useToastPlace } from './toast-place.ts'

type ShownToast = Toast & { id: number }

/** In milliseconds; errors are shown longer. */
const SHOWN_MS = { plain: 6000, destructive: 12_000, undo: 10_000 }
const none: readonly ShownToast[] = []

let toasts: readonly ShownToast[] = none
let lastId = 0
const listeners = new Set<() => void>()

export function showToast(toast: Toast): void {
  lastId += 1
  change([...toasts.slice(-2), { ...toast, id: lastId }])
}

function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

type Undo = NonNullable<Toast['undo']>

let postUndo: ((undo: Undo) => void) | null = null

/** Sets how 'Undo' is posted. The admin's layout does it, because its pages come and go. */
export function useUndo(post: (undo: Undo) => void): void {
  useEffect(() => {
    postUndo = post
    return () => {
      postUndo = null
    }
  }, [post])
}

/** Undoes the action of the newest toast that offers it. Returns false if there is none. */
export function undoLatest(): boolean {
  const toast = toasts.findLast(({ undo }) => undo)
  if (!toast?.undo) return false
  dismissToast(toast.id)
  postUndo?.(toast.undo)
  return true
}

function change(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Several islands may include a toaster; the first one to wake shows all toasts. */
let shownBy: symbol | null = null

function subscribeAs(toaster: symbol) {
  return (listener: () => void): (() => void) => {
    shownBy ??= toaster
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (shownBy === toaster) shownBy = null
    }
  }
}

/** Rendered empty from the start, because screen readers announce only what is added to it. */
export function Toaster() {
  const [self] = useState(() => Symbol('toaster'))
  const [subscribe] = useState(() => subscribeAs(self))
  const shown = useSyncExternalStore(
    subscribe,
    () => (shownBy === self ? toasts : null),
    () => null,
  )
  const box = useRef<HTMLDivElement>(null)
  useToastPlace(box, shown ?? none)
  if (shown === null) return null
  return createPortal(
    <div
      ref={box}
      className="pointer-events-none fixed top-4 right-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] justify-items-end gap-3"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  )
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const tone = toast.tone ?? 'plain'
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS[toast.undo ? 'undo' : tone])
    return () => clearTimeout(timer)
  }, [held, toast.id, toast.undo, tone])
  const Icon = tone === 'destructive' ? CircleAlert : CircleCheck
  return (
    <div
      role={tone === 'destructive' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="toast pointer-events-auto flex w-full items-start gap-3 rounded-md border border-line-strong bg-overlay p-4 shadow-float"
    >
      <Icon
        aria-hidden
        className={tone === 'destructive' ? 'mt-0.5 size-5 text-danger' : 'mt-0.5 size-5 text-success'}
      />
      <div dir="auto" className="min-w-0 flex-1">
        <p className="font-medium text-primary">{toast.title}</p>
        {toast.text ? <p className="text-sm text-secondary">{toast.text}</p> : null}
      </div>
      {toast.undo ? <UndoButton id={toast.id} undo={toast.undo} /> : null}
      <button
        type="button"
        aria-label={toast.dismiss ?? 'Dismiss'}
        onClick={() => {
          focusContent()
          dismissToast(toast.id)
        }}
        className="-m-1 grid size-7 place-items-center rounded-sm text-muted hover:text-primary"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}

/** Moves the focus to the content when a toast that has it disappears. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}

function UndoButton({ id, undo }: { id: number; undo: Undo }) {
  return (
    <button
      type="button"
      onClick={() => {
        focusContent()
        dismissToast(id)
        postUndo?.(undo)
      }}
      className="-my-1 rounded-sm px-2 py-1 text-sm font-medium text-accent underline-offset-2 hover:underline"
    >
      Undo
    </button>
  )
}

export function useActionToast(answer: { toast?: Toast | undefined } | null | undefined): void {
  const toast = answer?.toast
  // A layout effect, because a Z that waits for this answer undoes the latest toast in an effect of the same render.
  useLayoutEffect(() => {
    if (toast) showToast(toast)
  }, [toast])
}
