import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

import { ownNameOf } from '#app/lib/languages.ts'
import { ask } from '#app/lib/event-stream-reader.ts'
import { Button } from '#app/ui/button.tsx'

type Reply = { id: string; name: string; text: string; language: string | null }

type SavedRepliesMenuProps = { leadId: string; onChoose: (text: string) => void }

const itemClass =
  'block w-full truncate rounded-sm px-3 py-2 text-left text-sm no-underline hover:bg-raised focus:bg-raised'

/** A menu (WAI-ARIA menu button) of the saved replies, with the lead's name and the site's facts inserted. */
export function SavedRepliesMenu({ leadId, onChoose }: SavedRepliesMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [replies, setReplies] = useState<readonly Reply[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    // Focus the first item once the replies are loaded, unless the focus has moved.
    if (isOpen && replies && document.activeElement === button.current) itemsOf(box.current)[0]?.focus()
  }, [isOpen, replies])

  useEffect(() => {
    if (!isOpen) return undefined
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  async function open(): Promise<void> {
    setOpen(true)
    setError(null)
    setReplies(null)
    try {
      const response = await ask(`/admin/saved-replies/for/${leadId}`)
      setReplies(((await response.json()) as { replies: Reply[] }).replies)
    } catch (fault) {
      setOpen(false)
      setError(fault instanceof Error ? fault.message : String(fault))
    }
  }

  function choose(text: string): void {
    setOpen(false)
    onChoose(text)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen) return
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
      event.preventDefault()
      return
    }
    const all = itemsOf(box.current)
    const at = all.findIndex((item) => item === document.activeElement)
    const to = nextItem(event.key, at, all)
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }

  return (
    <div ref={box} role="presentation" className="relative" onKeyDown={onKeyDown}>
      <Button
        ref={button}
        tone="outline"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? setOpen(false) : void open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          void open()
        }}
      >
        Saved replies
      </Button>
      {isOpen ? (
        <div
          id={id}
          role="menu"
          aria-label="Saved replies"
          aria-busy={replies === null}
          className="absolute right-0 bottom-full z-20 mb-2 max-h-72 w-64 max-w-[80vw] sm:right-auto sm:left-0 overflow-y-auto rounded-md border border-line-strong bg-overlay p-1 shadow-float"
        >
          {replies?.map((reply) => (
            <button
              key={reply.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => choose(reply.text)}
              className={itemClass}
            >
              {reply.name}
              {reply.language ? (
                <span className="ms-2 text-xs text-muted">{ownNameOf(reply.language)}</span>
              ) : null}
            </button>
          ))}
          <Link
            to="/admin/saved-replies"
            role="menuitem"
            tabIndex={-1}
            className={`${itemClass} text-secondary`}
          >
            Manage saved replies
          </Link>
        </div>
      ) : null}
      {error ? (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}

function itemsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

/** Returns the item for arrow keys, Home and End, or the next one that starts with the typed letter. */
function nextItem(key: string, at: number, items: readonly HTMLElement[]): number | null {
  const count = items.length
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return null
  const begins = (n: number) => items[n % count]?.textContent?.toLowerCase().startsWith(key.toLowerCase())
  for (let step = 1; step <= count; step += 1) if (begins(at + step)) return (at + step) % count
  return null
}
