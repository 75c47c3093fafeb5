import { lazy, Suspense, useCallback, useEffect, useState } from 'react'

import { buttonClass } from '#app/ui/button.tsx'
import { Bot } from '#app/ui/icons.tsx'

const AssistantPanel = lazy(() =>
  import('./assistant-panel.tsx').then((module) => ({ default: module.AssistantPanel })),
)

/** The button and the shortcut that open the assistant, which is loaded on first use. */
export function Assistant() {
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => {
    setOpen(false)
    document.getElementById('open-assistant')?.focus()
  }, [])
  const toggle = useCallback(() => {
    if (isOpen) close()
    else {
      setOpened(true)
      setOpen(true)
    }
  }, [isOpen, close])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'j') return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [toggle])
  return (
    <>
      <button
        type="button"
        id="open-assistant"
        onClick={toggle}
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+J"
        className={buttonClass({ tone: 'quiet', size: 'sm', className: 'frame-item' })}
      >
        <Bot aria-hidden className="size-4" />
        <span className="frame-word sr-only sm:not-sr-only">Assistant</span>
        <kbd aria-hidden className="frame-wide ml-auto hidden text-xs text-muted lg:inline">
          Ctrl J
        </kbd>
      </button>
      <Suspense>{wasOpened ? <AssistantPanel isOpen={isOpen} onClose={close} /> : null}</Suspense>
    </>
  )
}
