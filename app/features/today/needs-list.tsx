import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useFetchers, useNavigate } from 'react-router'

import type { ListedMember } from '#app/platform/members.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CircleCheck } from '#app/ui/icons.tsx'
import { isTyping } from '#app/ui/page-keys.ts'
import { undoLatest } from '#app/ui/toast.tsx'

import type { Today } from './list-today.server.ts'
import { NeedItem } from './need-item.tsx'
import { needGroups } from './needs.ts'

type NeedsListProps = Today & {
  role: Role
  assignees: readonly ListedMember[]
  memberId: string
  mine: boolean
  hadItems: boolean
}

/** Keys that press a button of the focused item, by the button's data attribute. */
const pressed: Readonly<Record<string, string>> = { e: 'done', s: 'snooze', a: 'assign' }

export function NeedsList({ role, needs, hasMore, assignees, memberId, mine, hadItems }: NeedsListProps) {
  const list = useRef<HTMLOListElement>(null)
  const place = useKeptPlace(list, needs.length)
  useKeys(list, place)
  return (
    <section aria-labelledby="needs-title" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="needs-title" className="font-semibold">
          Needs you <span className="font-normal text-muted tabular-nums">{needs.length}</span>
        </h2>
        <p className="hidden text-sm text-muted sm:block pointer-coarse:hidden">
          <kbd>J</kbd> <kbd>K</kbd> move · <kbd>E</kbd> done · <kbd>R</kbd> reply · <kbd>S</kbd> snooze ·{' '}
          <kbd>A</kbd> assign · <kbd>Z</kbd> undo
        </p>
      </div>
      {needs.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title={hadItems ? 'All done' : 'Nothing needs you'}
          text={
            mine
              ? 'Nothing is assigned to you.'
              : 'Inquiries, waiting visitors, unanswered questions and problems appear here automatically.'
          }
        />
      ) : null}
      <ol ref={list} aria-label="Needs you" className="grid grid-cols-1">
        {needs.map((need, at) => (
          <NeedItem
            key={need.item}
            role={role}
            need={need}
            heading={need.group === needs[at - 1]?.group ? null : needGroups[need.group]}
            assignees={assignees}
            memberId={memberId}
          />
        ))}
      </ol>
      {hasMore ? (
        <p className="text-sm text-muted">There are more. This list shows the newest of each kind.</p>
      ) : null}
    </section>
  )
}

function itemsOf(list: HTMLOListElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>(':scope > li')] : []
}

/**
 * The keys work wherever the focus is, except in form fields and dialogs. If no item has the focus, J and K return to the
 * place of the last one that had it.
 */
function useKeys(list: React.RefObject<HTMLOListElement | null>, place: React.RefObject<number>): void {
  const navigate = useNavigate()
  const undo = useUndoKey()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return
      const key = event.key.toLowerCase()
      const items = itemsOf(list.current)
      const at = items.findIndex((item) => item.contains(document.activeElement))
      const current = items[at]
      const focus = (to: number) => items[Math.max(0, Math.min(to, items.length - 1))]?.focus()
      if (key === 'j') focus(current ? at + 1 : place.current)
      else if (key === 'k') focus(current ? at - 1 : place.current)
      else if (key === 'z') undo()
      else if (key === 'r' && current?.dataset['reply']) void navigate(current.dataset['reply'])
      else if (current && pressed[key])
        current.querySelector<HTMLElement>(`[data-key="${pressed[key]}"]`)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, place, navigate, undo])
}

/** Undoes the latest action, once any request in flight is answered; otherwise it would undo the action before. */
function useUndoKey(): () => void {
  const isSending = useFetchers().some(({ state }) => state === 'submitting')
  const sending = useRef(isSending)
  const isWanted = useRef(false)
  // An effect would run after the browser has drawn the page without the item, and Z may be pressed at once.
  useLayoutEffect(() => {
    sending.current = isSending
  }, [isSending])
  useEffect(() => {
    if (isSending || !isWanted.current) return
    isWanted.current = false
    undoLatest()
  }, [isSending])
  return useCallback(() => {
    if (sending.current) isWanted.current = true
    else undoLatest()
  }, [])
}

/** Moves the focus to the next item when the focused one leaves the list. Returns the place of the last focused item. */
function useKeptPlace(
  list: React.RefObject<HTMLOListElement | null>,
  length: number,
): React.RefObject<number> {
  const place = useRef(-1)
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const onFocus = (event: FocusEvent) => {
      const target = event.target instanceof Node ? event.target : null
      place.current = itemsOf(element).findIndex((item) => item.contains(target))
    }
    element.addEventListener('focusin', onFocus)
    return () => element.removeEventListener('focusin', onFocus)
  }, [list])
  const before = useRef(length)
  useEffect(() => {
    const hasLeft = length < before.current
    before.current = length
    if (!hasLeft || place.current < 0 || document.activeElement !== document.body) return
    const items = itemsOf(list.current)
    const next = items[Math.min(place.current, items.length - 1)]
    if (next) next.focus()
    else document.getElementById('content')?.focus()
  }, [list, length])
  return place
}
