import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'

import { inputClass } from './field.tsx'

export type ComboboxOption = {
  value: string
  note?: string
  keywords?: string
  image?: string
}

type ComboboxProps = {
  id: string
  name: string
  /** Called once, when the field is first used. If it fails, the field still accepts text. */
  loadOptions: () => Promise<ComboboxOption[]>
  defaultValue?: string
  placeholder?: string
  label: string
  emptyText: string
  invalid?: boolean
  autoComplete?: string
}

/** WAI-ARIA combobox with a listbox popup. Text that matches no option is left to the server. */
export function Combobox(props: ComboboxProps) {
  const { id, emptyText, loadOptions } = props
  const [open, setOpen] = useState(false)
  const [options, setOptions] = useState<readonly ComboboxOption[] | null>(null)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const asked = useRef(false)

  const show = useCallback(
    (text: string) => {
      setQuery(text)
      setActive(0)
      setOpen(true)
      if (asked.current) return
      asked.current = true
      loadOptions().then(setOptions, () => {
        // Loading failed; the next use tries again.
        asked.current = false
      })
    },
    [loadOptions],
  )

  useEffect(() => {
    // The visitor was typing during hydration.
    const field = input.current
    if (!field?.value || document.activeElement !== field) return undefined
    const timer = setTimeout(() => show(field.value))
    return () => clearTimeout(timer)
  }, [show])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  const isOpen = open && options !== null
  const shown = isOpen ? matching(options, query) : []

  function choose(option: ComboboxOption): void {
    if (input.current) input.current.value = option.value
    setOpen(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) show('')
      else
        setActive(
          (index) => (index + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % (shown.length || 1),
        )
    } else if (event.key === 'Enter' && open && shown[active]) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    }
  }

  function onBlur({ currentTarget }: FocusEvent<HTMLInputElement>): void {
    setOpen(false)
    const typed = foldForSearch(currentTarget.value.trim())
    const meant = typed && options?.find((option) => foldForSearch(option.value) === typed)
    if (meant) choose(meant)
  }

  return (
    <div className="relative">
      <input
        ref={input}
        id={id}
        name={props.name}
        defaultValue={props.defaultValue}
        placeholder={props.placeholder}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] ? `${id}-option-${active}` : undefined}
        aria-invalid={props.invalid ? true : undefined}
        aria-describedby={props.invalid ? `${id}-error` : undefined}
        autoComplete={isOpen ? 'off' : props.autoComplete}
        onChange={(event) => show(event.currentTarget.value)}
        onClick={() => (open ? setOpen(false) : show(''))}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className={inputClass}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={props.label}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-md border border-line-strong bg-overlay p-1.5 shadow-float"
      >
        {shown.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the field (aria-activedescendant)
          <div
            key={option.value}
            id={`${id}-option-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Keeps the focus in the field; losing it would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            className={cx(
              'flex cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-sm',
              index === active ? 'bg-accent-fill text-white' : 'text-primary hover:bg-line',
            )}
          >
            {option.image ? (
              <img
                src={option.image}
                alt=""
                width={21}
                height={14}
                loading="lazy"
                className="rounded-[2px]"
              />
            ) : null}
            <span className="flex-1">{option.value}</span>
            {option.note ? (
              <span className={cx('tabular-nums', index !== active && 'text-secondary')}>{option.note}</span>
            ) : null}
          </div>
        ))}
        {isOpen && shown.length === 0 ? <p className="px-3 py-2 text-sm text-muted">{emptyText}</p> : null}
      </div>
    </div>
  )
}

function matching(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const wanted = foldForSearch(query.trim())
  if (!wanted) return [...options]
  const ranked = options.map((option) => ({ option, rank: rankOf(option, wanted) }))
  return ranked
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

function rankOf(option: ComboboxOption, wanted: string): number {
  const name = foldForSearch(option.value)
  if (name.startsWith(wanted)) return 0
  if (option.keywords?.toLowerCase() === wanted || option.note?.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : 3
}
