import { Link } from 'react-router'

import type { WeekFigure } from './week-figures.server.ts'

const format = new Intl.NumberFormat('en-US')

export function WeekFigures({ figures }: { figures: readonly WeekFigure[] }) {
  return (
    <section aria-labelledby="week-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="week-title" className="text-sm font-medium text-muted">
        The last seven days
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5 xl:grid-cols-1">
        {figures.map(({ name, now, before, path }) => (
          <div key={name} className="grid xl:grid-cols-[1fr_auto] xl:items-baseline">
            <dt className="text-sm text-secondary">
              <Link to={path} className="no-underline hover:underline">
                {name}
              </Link>
            </dt>
            <dd className="text-lg font-semibold tabular-nums">
              {format.format(now)}{' '}
              <span className="text-xs font-normal text-muted">the week before {format.format(before)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
