import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import type { StoredBlock } from '../page-document.ts'

import type { BlockDescription } from './block-description.ts'
import { placeOf } from './editor-state.ts'
import { FieldInput } from './field-input.tsx'
import type { Choices, FieldProps } from './field-props.ts'

type BlockFormProps = {
  block: StoredBlock
  /** Undefined for a removed block type. */
  type: BlockDescription | undefined
  faults: Readonly<Record<string, string>>
  choices: Choices
  onChange: FieldProps['onChange']
}

export function BlockForm({ block, type, faults, choices, onChange }: BlockFormProps) {
  const fault = faults[placeOf(block.id, [])]
  const missing = Object.entries(type?.fields ?? {}).flatMap(([name, field]) =>
    field.isRequired && block.props[name] === '' ? [field] : [],
  )
  return (
    <form aria-label="Block" className="grid gap-5 p-4 pb-12" onSubmit={(event) => event.preventDefault()}>
      <div>
        <h2 className="font-semibold">{type?.title ?? block.type}</h2>
        <p className="mt-0.5 text-sm text-secondary">
          {type?.help ?? 'This type of block is unknown and is left out of the page.'}
        </p>
        {type?.settings ? (
          <Link to={type.settings.path} className="mt-2 inline-block text-sm underline underline-offset-4">
            {type.settings.name}
          </Link>
        ) : null}
        {missing.length > 0 ? (
          <p className="mt-2 text-sm text-warning">
            Visitors see this block once it has: {missing.map(({ title }) => title).join(', ')}.
          </p>
        ) : null}
        {fault ? <p className="mt-2 text-sm text-danger">{fault}</p> : null}
      </div>
      <FactList facts={choices.facts} />
      {Object.entries(type?.fields ?? {}).map(([name, field]) => (
        <FieldInput
          key={name}
          blockId={block.id}
          path={[name]}
          field={field}
          value={block.props[name]}
          faults={faults}
          choices={choices}
          onChange={onChange}
        />
      ))}
      <datalist id="page-addresses">
        {choices.pages.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </datalist>
    </form>
  )
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

function textControlOf(element: EventTarget | null): TextControl | null {
  if (element instanceof HTMLTextAreaElement) return element
  const isText = element instanceof HTMLInputElement && element.type === 'text' && !element.list
  return isText ? element : null
}

/** Lists every fact with its value. Pressing one inserts its name at the caret of the text field used last. */
function FactList({ facts }: { facts: Choices['facts'] }) {
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
