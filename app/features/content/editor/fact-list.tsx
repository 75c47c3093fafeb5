import { useEffect, useRef, useState } from 'react'

import type { Choices } from './field-props.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

function textControlOf(element: EventTarget | null): TextControl | null {
  if (element instanceof HTMLTextAreaElement) return element
  const isText = element instanceof HTMLInputElement && element.type === 'text' && !element.list
  return isText ? element : null
}

/** Lists every fact with its value. Pressing one inserts its name at the caret of the text field used last. */
export function FactList({ facts }: { facts: Choices['facts'] }) {
  const list = useRef<HTMLDetailsElement>(null)
  const typed = useRef<TextControl>(null)
  const [hasText, setHasText] = useState(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const control = textControlOf(target)
      if (!control || control.form !== list.current?.closest('form')) return
      typed.current = control
      setHasText(true)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  function insert(name: string): void {
    const control = typed.current
    if (!control?.isConnected) return
    const { selectionStart: start, selectionEnd: end, value, maxLength } = control
    const words = `{${name}}`
    if (start === null || end === null) return
    if (maxLength >= 0 && value.length - (end - start) + words.length > maxLength) return
    control.focus()
    control.setRangeText(words, start, end, 'end')
    control.dispatchEvent(new InputEvent('input', { bubbles: true, data: words, inputType: 'insertText' }))
  }

  return (
    <details ref={list} className="rounded-md border border-line">
      <summary className="min-h-10 px-3 py-2.5 text-sm">Facts to insert</summary>
      <p className="px-3 text-sm text-muted">
        {hasText ? 'A fact is inserted where you last typed.' : 'Please choose a text below first.'}
      </p>
      <ul aria-label="Facts to insert" className="grid max-h-60 overflow-y-auto p-1.5">
        {facts.map(({ name, value }) => (
          <li key={name}>
            <button
              type="button"
              aria-disabled={!hasText || undefined}
              onClick={() => insert(name)}
              className="grid w-full gap-0.5 rounded-sm px-1.5 py-1.5 text-left text-sm hover:bg-overlay aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
            >
              <code className="break-all">{`{${name}}`}</code>
              <span className="text-xs text-muted">
                {value || 'Empty, so sentences with it are left out.'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
