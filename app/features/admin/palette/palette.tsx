import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'

import type { Role } from '#app/platform/permissions.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Search } from '#app/ui/icons.tsx'
import { isTyping } from '#app/ui/page-keys.ts'

const PaletteDialog = lazy(() =>
  import('./palette-dialog.tsx').then((module) => ({ default: module.PaletteDialog })),
)
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

/** The button and the shortcuts that open the command palette and the list of shortcuts, both loaded on first use. */
export function Palette({ role }: { role: Role }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  /** Text typed before the palette has loaded. */
  const [early, setEarly] = useState('')
  const opener = useRef<Element>(null)
  const show = useCallback((what: 'palette' | 'shortcuts') => {
    opener.current = document.activeElement
    setOpen(what)
  }, [])
  const close = useCallback(() => {
    setOpen(null)
    setEarly('')
  }, [])
  useEffect(() => {
    // The dialog returns the focus to what had it before, which may be the early field, now removed.
    const isLost = open === null && document.activeElement === document.body
    if (isLost && opener.current instanceof HTMLElement) opener.current.focus()
  }, [open])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k')
        show('palette')
      else if (event.key === '?' && !isTyping(event.target)) show('shortcuts')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [show])

  return (
    <>
      <button
        type="button"
        onClick={() => show('palette')}
        aria-keyshortcuts="Control+K"
        className={buttonClass({ tone: 'quiet', size: 'sm', className: 'frame-item' })}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="frame-word sr-only sm:not-sr-only">Search</span>
        <kbd aria-hidden className="frame-wide ml-auto hidden text-xs text-muted lg:inline">
          Ctrl K
        </kbd>
      </button>
      <Suspense fallback={open === 'palette' ? <EarlyBox typed={early} onType={setEarly} /> : null}>
        {open === 'palette' ? <PaletteDialog role={role} initial={early} onClose={close} /> : null}
        {open === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      </Suspense>
    </>
  )
}

function EarlyBox({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <input
      aria-label="Search or run"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the palette wants to type
      autoFocus
      className="fixed inset-x-0 top-[12dvh] z-50 mx-auto w-[min(36rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised px-5 py-4 shadow-float outline-none"
    />
  )
}
