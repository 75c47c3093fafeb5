import { use, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { MayChangeContext } from '#app/ui/form-fields.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import { type LeadStatus, leadStatuses, statusNames } from '../lead-status.ts'

import { BoardColumn } from './board-column.tsx'
import type { BoardQuery } from './board-query.ts'
import type { CardActions, CardFacts } from './card-actions.ts'
import type { Board as BoardData, Card } from './read-board.server.ts'

type BoardProps = { board: BoardData; query: BoardQuery; facts: CardFacts }

/** Leads as cards that can be moved by dragging, by keys or by their menu. */
export function Board({ board, query, facts }: BoardProps) {
  const { moves, save } = useMoves(board)
  const [said, setSaid] = useState('')
  const moved = useRef<string | null>(null)
  const keysId = useId()
  const mayMove = use(MayChangeContext)
  const columns = withMoves(board.columns, moves)
  useEffect(() => {
    // A card that changes its column is a new element, so it has to be focused again.
    if (moved.current === null) return
    document.getElementById(`card-${moved.current}`)?.focus()
    moved.current = null
  })
  const move = (card: Card, to: LeadStatus) => {
    const from = columns.find(({ cards }) => cards.some(({ id }) => id === card.id))?.status
    if (!from || from === to) return
    moved.current = card.id
    setSaid(`${card.name} moved to ${statusNames[to]}.`)
    save({ id: card.id, from, to })
  }
  const moveById = (id: string, to: LeadStatus) => {
    const card = columns.flatMap(({ cards }) => cards).find((each) => each.id === id)
    if (card) move(card, to)
  }
  const onKey = (event: React.KeyboardEvent, card: Card) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.shiftKey && step !== undefined && mayMove) {
      const now = columns.findIndex(({ cards }) => cards.some(({ id }) => id === card.id))
      const to = leadStatuses[now + step]
      if (to) move(card, to)
      else setSaid('There is no column on that side.')
    } else if (
      event.shiftKey ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      !moveFocus(event.key, card.id)
    ) {
      return
    }
    event.preventDefault()
  }
  const actions: CardActions = { mayMove, move, moveById, onKey, keysId }
  return (
    <section aria-label="Board" className="grid grid-cols-1 gap-2">
      <p id={keysId} className="hidden text-xs text-muted sm:block pointer-coarse:hidden">
        Drag a card to another column. <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> go from card to
        card · <kbd>Shift</kbd> with <kbd>←</kbd> <kbd>→</kbd> moves it
      </p>
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
      <div className="-mx-5 flex snap-x snap-mandatory scroll-px-5 gap-3 overflow-x-auto px-5 pb-3 lg:-mx-8 lg:px-8 xl:mx-0 xl:grid xl:grid-cols-5 xl:px-0">
        {columns.map((column) => (
          <BoardColumn key={column.status} column={column} query={query} facts={facts} actions={actions} />
        ))}
      </div>
    </section>
  )
}

/** Returns the columns after the pending moves. Counts are updated; sums wait for the server. */
function withMoves(columns: BoardData['columns'], moves: readonly Move[]): BoardData['columns'] {
  let next = columns
  for (const { id, to } of moves) {
    const card = next.flatMap(({ cards }) => cards).find((each) => each.id === id)
    if (!card || card.status === to) continue
    const from = card.status
    next = next.map((column) => {
      if (column.status === to)
        return { ...column, count: column.count + 1, cards: [{ ...card, status: to }, ...column.cards] }
      if (column.status !== from) return column
      return { ...column, count: column.count - 1, cards: column.cards.filter((each) => each.id !== id) }
    })
  }
  return next
}

const steps = new Map([
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
])

/** Focuses the next card in the direction of an arrow key and skips empty columns. Returns false for other keys. */
function moveFocus(key: string, cardId: string): boolean {
  const step = steps.get(key)
  if (!step) return false
  const columns = [...document.querySelectorAll('[data-column]')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card]')])
    .filter((cards) => cards.length > 0)
  const x = columns.findIndex((cards) => cards.some(({ id }) => id === `card-${cardId}`))
  const own = columns[x]
  const target = columns[x + step.x]
  if (!own || !target) return true
  const y = own.findIndex(({ id }) => id === `card-${cardId}`)
  target[step.x === 0 ? y + step.y : Math.min(y, target.length - 1)]?.focus()
  return true
}

type Move = { id: string; from: LeadStatus; to: LeadStatus }
type Sent = Move & { answered?: object }

/** Saves moves one after another; until the server answers, a card is shown where it is moved to. */
function useMoves(board: object): { moves: readonly Move[]; save: (move: Move) => void } {
  const fetcher = useFetcher<FormAnswer>()
  const { revalidate } = useRevalidator()
  const [moves, setMoves] = useState<readonly Sent[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  useActionToast(fetcher.data)
  useEffect(() => {
    // The router does not revalidate after a rejection, but a rejection means that the board is out of date.
    if (fetcher.data && !fetcher.data.ok) void revalidate()
  }, [fetcher.data, revalidate])

  const shown = useRef(board)
  useEffect(() => {
    shown.current = board
  })

  const send = async (move: Move, before: Promise<void>) => {
    await before
    await fetcher.submit(
      { intent: 'move', id: move.id, status: move.to, seen: move.from },
      { method: 'post' },
    )
    const answered = shown.current
    setMoves((sent) => sent.map((each) => (each === move ? { ...each, answered } : each)))
  }
  // A move is pending until the board has been loaded after its answer.
  const waiting = moves.filter(({ answered }) => answered === undefined || answered === board)
  return {
    moves: waiting,
    save(move) {
      setMoves([...waiting, move])
      last.current = send(move, last.current)
    },
  }
}
