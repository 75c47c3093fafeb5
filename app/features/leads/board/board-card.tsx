import { Link } from 'react-router'

import { amountText } from '#app/lib/amounts.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Ellipsis } from '#app/ui/icons.tsx'
import { Menu, MenuButton } from '#app/ui/menu.tsx'

import { NextStep } from '../admin/lead-table.tsx'
import { leadStatuses, statusNames } from '../lead-status.ts'

import { type CardActions, type CardFacts, DRAGGED } from './card-actions.ts'
import type { Card } from './read-board.server.ts'

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
      className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-md border border-line bg-raised px-3 py-1.5 text-sm has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent"
    >
      <Link
        to={`/admin/leads/${card.id}`}
        id={`card-${card.id}`}
        data-card
        draggable={false}
        aria-describedby={actions.keysId}
        onKeyDown={(event) => actions.onKey(event, card)}
        className="block self-center truncate font-medium no-underline outline-none after:absolute after:inset-0"
      >
        <bdi>{card.name}</bdi>
      </Link>
      <FormFields>
        <MoveMenu card={card} move={actions.move} />
      </FormFields>
      <span className="block truncate text-muted">
        <bdi>{card.company ?? card.service ?? card.email}</bdi>
      </span>
      {card.value_cents === null ? null : (
        <span className="text-end tabular-nums">
          {amountText(card.value_cents)}
          <span className="sr-only"> {currency}</span>
        </span>
      )}
      <NextStep lead={card} today={today} className="col-span-2 line-clamp-2 text-secondary wrap-anywhere" />
      {assignee ? (
        <span className="col-span-2 block truncate text-xs text-muted">
          <bdi>{assignee.name}</bdi>
        </span>
      ) : null}
    </li>
  )
}

/** For touch and screen readers. By keyboard, Enter makes the choice, not each arrow key. */
function MoveMenu({ card, move }: { card: Card; move: CardActions['move'] }) {
  return (
    <form
      method="post"
      onSubmit={(event) => event.preventDefault()}
      className="quiet-action relative z-10 -me-2 justify-self-end has-[[open]]:z-20"
    >
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={card.id} />
      <input type="hidden" name="seen" value={card.status} />
      <Menu label={`Move ${card.name}`} icon={Ellipsis}>
        {leadStatuses
          .filter((status) => status !== card.status)
          .map((status) => (
            <MenuButton
              key={status}
              name="status"
              value={status}
              onClick={(event) => {
                event.preventDefault()
                move(card, status)
              }}
            >
              {statusNames[status]}
            </MenuButton>
          ))}
      </Menu>
    </form>
  )
}
