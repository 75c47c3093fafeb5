import { Form, Link } from 'react-router'

import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ListedDelivery } from './deliveries.server.ts'

type State = ListedDelivery['state']

const tones: Record<State, BadgeTone> = { waiting: 'warning', delivered: 'success', dead: 'danger' }
const names: Record<State, string> = { waiting: 'Waiting', delivered: 'Delivered', dead: 'Given up' }
const filters: readonly [State | null, string][] = [
  [null, 'All'],
  ['waiting', names.waiting],
  ['delivered', names.delivered],
  ['dead', names.dead],
]

type DeliveryListProps = { deliveries: readonly ListedDelivery[]; state: State | null }

export function DeliveryList({ deliveries, state }: DeliveryListProps) {
  return (
    <section aria-labelledby="deliveries-title" className="grid gap-3">
      <h2 id="deliveries-title" className="text-lg font-semibold">
        Deliveries
      </h2>
      <nav aria-label="Deliveries by state" className="flex flex-wrap gap-4 text-sm">
        {filters.map(([each, name]) => (
          <Link
            key={name}
            to={each === null ? '?' : `?state=${each}`}
            aria-current={each === state ? 'page' : undefined}
            className={each === state ? 'font-medium' : 'text-secondary'}
          >
            {name}
          </Link>
        ))}
      </nav>
      {deliveries.length === 0 ? (
        <p className="text-secondary">There are no deliveries.</p>
      ) : (
        <ul
          aria-labelledby="deliveries-title"
          className="divide-y divide-line rounded-lg border border-line bg-raised"
        >
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DeliveryRow({ delivery }: { delivery: ListedDelivery }) {
  const { timeZone, now } = useAdminShell()
  const { id, kind, state, created_at, attempts, next_at, status, error, url } = delivery
  const answered = status === null ? error?.replace(/\.$/, '') : `Answered ${status}`
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {kind}
          <Badge tone={tones[state]}>{names[state]}</Badge>
        </p>
        <p className="text-sm break-words text-muted">
          <Time at={created_at} timeZone={timeZone} now={now} /> to {URL.parse(url)?.host ?? url}
          {answered ? `. ${answered}` : null}
          {attempts > 1 ? `, tried ${attempts} times` : null}
          {state === 'waiting' && attempts > 0 ? (
            <>
              , next try <Time at={next_at} timeZone={timeZone} now={now} />
            </>
          ) : null}
        </p>
      </div>
      <Form method="post">
        <FormFields>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="intent" value="resend" tone="outline" size="sm">
            Resend<span className="sr-only"> {kind}</span>
          </Button>
        </FormFields>
      </Form>
    </li>
  )
}
