import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { Role } from '#app/platform/permissions.ts'

import { Modal } from './modal.tsx'
import { findCommands } from './palette-commands.ts'

type Hit = { title: string; text: string | null; path: string }
type Group = { name: string; hits: readonly Hit[] }

/** Debounce of the search while typing, in milliseconds. */
const PAUSE = 120
const SHORTEST = 2

type PaletteDialogProps = {
  role: Role
  /** The text typed before this was loaded. */
  initial: string
  onClose: () => void
}

export function PaletteDialog({ role, initial, onClose }: PaletteDialogProps) {
  const [typed, setTyped] = useState(initial)
  const { found, state } = useHits(typed)
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const id = useId()
  const go = findCommands(typed, role).map(({ title, path }): Hit => ({ title, text: null, path }))
  const groups: Group[] = [{ name: 'Go to', hits: go }, ...found].filter(({ hits }) => hits.length > 0)
  const hits = groups.flatMap((group) => group.hits)
  const at = Math.min(chosen, hits.length - 1)

  function run({ path }: Hit): void {
    onClose()
    void navigate(path)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const hit = hits[at]
    if (step !== undefined && hits.length > 0) setChosen((at + step + hits.length) % hits.length)
    else if (event.key === 'Enter' && hit) run(hit)
    else return
    event.preventDefault()
  }

  return (
    <Modal label="Command palette" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Search or run"
        aria-expanded="true"
        aria-controls={`${id}-hits`}
        aria-autocomplete="list"
        aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(typed.length, typed.length)}
        placeholder="Search or run"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the palette wants to type
        autoFocus
        className="w-full border-b border-line bg-transparent px-5 py-4 outline-none placeholder:text-muted"
      />
      <div
        id={`${id}-hits`}
        role="listbox"
        aria-label="Results"
        className="max-h-[60dvh] overflow-y-auto p-2"
      >
        {groups.map(({ name, hits: ofGroup }) => (
          <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="mb-2">
            <p id={`${id}-${name}`} className="px-3 py-1 text-xs font-medium text-muted">
              {name}
            </p>
            {ofGroup.map((hit) => {
              const index = hits.indexOf(hit)
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the combobox has the focus and the keys
                <div
                  key={hit.path}
                  id={`${id}-${index}`}
                  ref={index === at ? showInList : undefined}
                  role="option"
                  aria-selected={index === at}
                  onClick={() => run(hit)}
                  onPointerMove={() => setChosen(index)}
                  className={cx(
                    'flex cursor-pointer items-baseline justify-between gap-4 rounded-md px-3 py-2',
                    index === at && 'bg-overlay outline-1 outline-line-strong',
                  )}
                >
                  <bdi className="truncate">{hit.title}</bdi>
                  {hit.text ? <bdi className="shrink-0 truncate text-sm text-muted">{hit.text}</bdi> : null}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className="border-t border-line px-5 py-2 text-xs text-muted">
        {state === 'failed'
          ? 'The server cannot be reached. Please try again.'
          : hits.length > 0
            ? `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`
            : state === 'searching'
              ? 'Searching…'
              : 'Nothing found'}
      </p>
    </Modal>
  )
}

function showInList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

type Search = { found: readonly Group[]; state: 'idle' | 'searching' | 'failed' }
type Answer = { q: string; found: readonly Group[]; hasFailed: boolean }

function useHits(typed: string): Search {
  const [answer, setAnswer] = useState<Answer>({ q: '', found: [], hasFailed: false })
  const q = typed.trim()
  const isShort = q.length < SHORTEST
  useEffect(() => {
    if (isShort) return undefined
    const abort = new AbortController()
    const look = async () => {
      const next = await ask(q, abort.signal)
      if (!abort.signal.aborted) setAnswer(next)
    }
    const timer = setTimeout(() => void look(), PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q, isShort])
  if (isShort) return { found: [], state: 'idle' }
  if (answer.q !== q) return { found: answer.found, state: 'searching' }
  return { found: answer.found, state: answer.hasFailed ? 'failed' : 'idle' }
}

async function ask(q: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`/admin/search?${new URLSearchParams({ q })}`, { signal })
    if (!response.ok) return { q, found: [], hasFailed: true }
    const { groups } = (await response.json()) as { groups: Group[] }
    return { q, found: groups, hasFailed: false }
  } catch {
    return { q, found: [], hasFailed: true }
  }
}
