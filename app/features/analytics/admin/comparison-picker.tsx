import { Form, Link } from 'react-router'

import { addDays } from '#app/lib/days.ts'
import { cx } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { ChevronDown } from '#app/ui/icons.tsx'

import type { ComparisonName } from '../stats/comparison.ts'
import { viewQuery, type View } from '../stats/view.ts'

const choices: readonly { name: Exclude<ComparisonName, 'custom'>; title: string }[] = [
  { name: 'previous', title: 'The period before' },
  { name: 'year', title: 'The same period a year before' },
  { name: 'none', title: 'Nothing' },
]

export function ComparisonPicker({ view, today }: { view: View; today: string }) {
  const current = view.comparison?.name ?? 'none'
  const title =
    choices.find(({ name }) => name === current)?.title ?? `A period from ${view.comparison?.from}`
  const query = viewQuery({ ...view, comparison: null })
  const withChoice = (name: string) => {
    const params = new URLSearchParams(query)
    if (name === 'previous') params.delete('compare')
    else params.set('compare', name)
    return params
  }
  return (
    <details key={viewQuery(view)} className="group relative">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-full border border-line bg-raised px-4 py-2 text-sm text-secondary hover:text-primary [&::-webkit-details-marker]:hidden">
        Compared with: <span className="text-primary">{title}</span>
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="absolute top-full left-0 z-20 mt-2 grid w-72 max-w-[calc(100vw-2.5rem)] gap-3 rounded-lg border border-line-strong bg-overlay p-3 shadow-float sm:right-0 sm:left-auto">
        <nav aria-label="Comparison">
          <ul className="grid">
            {choices.map((choice) => (
              <li key={choice.name}>
                <Link
                  to={`?${withChoice(choice.name)}`}
                  preventScrollReset
                  aria-current={choice.name === current ? 'true' : undefined}
                  className={cx(
                    'block rounded-md px-3 py-2 text-sm no-underline hover:bg-raised',
                    choice.name === current ? 'font-medium text-primary' : 'text-secondary',
                  )}
                >
                  {choice.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Form
          aria-label="Custom comparison"
          preventScrollReset
          className="flex items-end gap-2 border-t border-line px-3 pt-3"
        >
          {[...withChoice('custom')].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <label className="grid grow gap-1 text-xs text-muted">
            A period of the same length from
            <input
              type="date"
              name="since"
              required
              max={today}
              defaultValue={view.comparison?.from ?? addDays(view.range.from, -364)}
              className={cx(inputClass, 'py-1.5 text-sm')}
            />
          </label>
          <Button type="submit" tone="outline" size="md">
            Show
          </Button>
        </Form>
      </div>
    </details>
  )
}
