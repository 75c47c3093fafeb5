import { Link } from 'react-router'

import { amountWithCurrency } from '#app/lib/amounts.ts'
import { FormFields } from '#app/ui/form-fields.tsx'

import { leadStatuses, statusNames } from '../lead-status.ts'

import { type CardActions, type CardFacts, DRAGGED } from './card-actions.ts'
import type { Card } from './read-board.server.ts'

const dayFormat = new Intl.DateTimeFormat('en', { timeZone: 'UTC', day: 'numeric', month: 'short' })

type BoardCardProps = { card: Card; facts: CardFacts; actions: CardActions }

export function BoardCard({ card, facts, actions }: BoardCardProps) {
  const { assignees, currency, today } = facts
  const assignee = assignees.find(({ id }) => id === card.assignee_id)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its link do the same
    <li
      draggable={actions.mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, card.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      className="relative grid grid-cols-1 gap-1 rounded-md border border-line bg-raised p-3 text-sm has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent"
    >
      <Link
        to={`/admin/leads/${card.id}`}
        id={`card-${card.id}`}
        data-card
        draggable={false}
        aria-describedby={actions.keysId}
        onKeyDown={(event) => actions.onKey(event, card)}
        className="block truncate font-medium no-underline outline-none after:absolute after:inset-0"
      >
        <bdi>{card.name}</bdi>
      </Link>
      <span className="block truncate text-muted">
        <bdi>{card.company ?? card.service ?? card.email}</bdi>
      </span>
      {card.value_cents === null ? null : (
        <span className="block tabular-nums">{amountWithCurrency(card.value_cents, currency)}</span>
      )}
      {card.next_step ? (
        <span className="line-clamp-2 text-secondary wrap-anywhere">
          <bdi>{card.next_step}</bdi>
        </span>
      ) : null}
      {card.due_on ? (
        <span className={card.due_on < today ? 'text-danger' : 'text-muted'}>
          {card.due_on < today ? 'Overdue since' : 'Due'} {dayFormat.format(Date.parse(card.due_on))}
        </span>
      ) : null}
      {assignee ? (
        <span className="block truncate text-muted">
          <bdi>{assignee.name}</bdi>
        </span>
      ) : null}
      <FormFields>
        <MoveMenu card={card} move={actions.move} />
      </FormFields>
    </li>
  )
}

/** For touch and screen readers. By keyboard, Enter makes the choice, not each arrow key. */
function MoveMenu({ card, move }: { card: Card; move: CardActions['move'] }) {
  return (
    <details className="relative z-10 justify-self-start">
      <summary
        aria-label={`Move ${card.name}`}
        className="-mx-1 w-fit cursor-pointer rounded-sm px-1 py-1 text-muted hover:text-primary"
      >
        Move
      </summary>
      <form method="post" onSubmit={(event) => event.preventDefault()} className="mt-1 flex flex-wrap gap-1">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="id" value={card.id} />
        <input type="hidden" name="seen" value={card.status} />
        {leadStatuses
          .filter((status) => status !== card.status)
          .map((status) => (
            <button
              key={status}
              type="submit"
              name="status"
              value={status}
              onClick={(event) => {
                event.preventDefault()
                move(card, status)
              }}
              className="rounded-md border border-line-strong px-2 py-1 hover:bg-overlay"
            >
              {statusNames[status]}
            </button>
          ))}
      </form>
    </details>
  )
}
