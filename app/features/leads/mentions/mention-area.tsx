import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'

import { pasteRichText } from '#app/features/editing/paste/paste-rich-text.ts'
import { cx } from '#app/lib/class-names.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import { TextArea } from '#app/ui/text-area.tsx'

import { typedMention } from './find-mentions.ts'

const MOST_SHOWN = 6

type Offer = { from: number; names: readonly string[] }
const nothing: Offer = { from: 0, names: [] }

/** Texts that were typed and not sent, by what they are about. They come back when it is opened again. */
const unsent = new Map<string, string>()

type MentionAreaProps = ComponentProps<typeof TextArea> & {
  names: readonly string[]
  /** The id of the lead or person that the text is about. */
  about: string
}

/** A text area that suggests members once an @ is typed. */
export function MentionArea({ names, about, ...field }: MentionAreaProps) {
  const [offer, setOffer] = useState(nothing)
  const [active, setActive] = useState(0)
  const listId = useId()
  const isOpen = offer.names.length > 0

  useEffect(() => {
    const area = document.getElementById(field.id)
    const form = area?.closest('form')
    const forget = () => void unsent.delete(about)
    form?.addEventListener('submit', forget)
    return () => form?.removeEventListener('submit', forget)
  }, [field.id, about])

  function look(area: HTMLTextAreaElement): void {
    unsent.set(about, area.value)
    const typed = typedMention(area.value, area.selectionStart)
    setActive(0)
    setOffer(typed ? { from: typed.from, names: matching(names, typed.query) } : nothing)
  }

  function choose(area: HTMLTextAreaElement, name: string | undefined): void {
    if (name === undefined) return
    area.setRangeText(`${name} `, offer.from, area.selectionStart, 'end')
    unsent.set(about, area.value)
    setOffer(nothing)
    area.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (!isOpen) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setActive((active + step + offer.names.length) % offer.names.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(event.currentTarget, offer.names[active])
    else if (event.key === 'Escape') setOffer(nothing)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <TextArea
        defaultValue={unsent.get(about)}
        {...field}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onInput={(event) => look(event.currentTarget)}
        onClick={(event) => look(event.currentTarget)}
        onKeyDown={onKeyDown}
        onPaste={(event) => pasteRichText(event, 'words')}
        onBlur={() => setOffer(nothing)}
      />
      {isOpen ? (
        <div
          id={listId}
          role="listbox"
          aria-label="Members"
          className="absolute inset-x-0 top-full z-10 mt-1 grid rounded-md border border-line-strong bg-raised p-1 shadow-float"
        >
          {offer.names.map((name, n) => (
            // The text area keeps the focus and handles the keys, so a pointer must not take the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={name}
              id={`${listId}-${n}`}
              role="option"
              aria-selected={n === active}
              className={cx('rounded-sm px-3 py-2 text-sm wrap-anywhere', n === active && 'bg-accent/15')}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const area = document.getElementById(field.id)
                if (area instanceof HTMLTextAreaElement) choose(area, name)
              }}
            >
              <bdi>{name}</bdi>
            </div>
          ))}
        </div>
      ) : null}
      <p aria-live="polite" className="sr-only">
        {isOpen ? `${offer.names.length} offered. Choose with the arrow keys and Enter.` : ''}
      </p>
    </div>
  )
}

/** Returns the names with a word that starts with what was typed. */
function matching(names: readonly string[], query: string): string[] {
  const wanted = foldForSearch(query)
  return names.filter((name) => ` ${foldForSearch(name)}`.includes(` ${wanted}`)).slice(0, MOST_SHOWN)
}
