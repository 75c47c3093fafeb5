import { useState } from 'react'
import { Link } from 'react-router'

import { amountWithCurrency } from '#app/lib/amounts.ts'
import { cx } from '#app/lib/class-names.ts'
import { countText } from '#app/lib/paging.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'

import { statusNames, statusTone } from '../lead-status.ts'

import { BoardCard } from './board-card.tsx'
import { type BoardQuery, pathOfMore } from './board-query.ts'
import { type CardActions, type CardFacts, DRAGGED } from './card-actions.ts'
import type { BoardColumnOf } from './read-board.server.ts'

type BoardColumnProps = {
  column: BoardColumnOf
  query: BoardQuery
  facts: CardFacts
  actions: CardActions
}

export function BoardColumn({ column, query, facts, actions }: BoardColumnProps) {
  const { status, cards, count, hasMore, sum } = column
  const [isOver, setOver] = useState(false)
  const more = count > cards.length || hasMore ? pathOfMore(query, status) : null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- cards are moved here by keys too
    <section
      data-column
      aria-labelledby={`column-${status}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        const dragged = event.dataTransfer.getData(DRAGGED)
        if (dragged === '') return
        event.preventDefault()
        actions.moveById(dragged, status)
      }}
      className={cx(
        'flex w-[min(20rem,82vw)] shrink-0 snap-start flex-col gap-2 rounded-lg border p-2 xl:w-auto xl:min-w-0',
        isOver ? 'border-accent bg-overlay' : 'border-line',
      )}
    >
      <h2
        id={`column-${status}`}
        className="flex items-baseline justify-between gap-2 ps-1 pe-3 text-sm font-medium"
      >
        <Badge tone={statusTone[status]}>{statusNames[status]}</Badge>
        <span className="text-muted tabular-nums">{countText(count, hasMore)}</span>
      </h2>
      <p className="-mt-1 pe-3 text-end text-xs text-muted tabular-nums">
        {amountWithCurrency(sum, facts.currency)}
        {hasMore ? ' or more' : ''}
      </p>
      <ul aria-label={`${statusNames[status]} leads`} className="grid grid-cols-1 content-start gap-1.5">
        {cards.map((card) => (
          <BoardCard key={card.id} card={card} facts={facts} actions={actions} />
        ))}
      </ul>
      {cards.length === 0 ? <p className="px-1 py-4 text-sm text-muted">No leads here.</p> : null}
      {more ? (
        <Link
          to={more}
          preventScrollReset
          className={buttonClass({ tone: 'quiet', size: 'sm' })}
          aria-label={`Show more of ${statusNames[status]}`}
        >
          Show more
        </Link>
      ) : null}
    </section>
  )
}
