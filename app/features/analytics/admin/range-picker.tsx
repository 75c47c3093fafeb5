import { useState } from 'react'
import { Form, Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { CalendarRange } from '#app/ui/icons.tsx'

import { type RangeName, rangeQuery } from '../stats/range.ts'
import { type View, viewQuery } from '../stats/view.ts'

const presets: readonly { name: Exclude<RangeName, 'custom'>; title: string }[] = [
  { name: 'today', title: 'Today' },
  { name: '7d', title: '7 days' },
  { name: '30d', title: '30 days' },
  { name: '90d', title: '90 days' },
  { name: '365d', title: '12 months' },
]

type RangePickerProps = { view: View; today: string }

export function RangePicker({ view, today }: RangePickerProps) {
  const { range } = view
  const [isOpen, setOpen] = useState(range.name === 'custom')
  const segment = 'flex items-center gap-1.5 rounded-full px-3 py-1 text-sm no-underline transition-colors'
  const look = (isCurrent: boolean) =>
    cx(
      segment,
      isCurrent ? 'bg-overlay text-primary ring-1 ring-line-strong' : 'text-secondary hover:text-primary',
    )
  return (
    <div className="grid justify-items-start gap-3">
      <nav aria-label="Period" className="-mx-1 max-w-full overflow-x-auto px-1 py-1">
        <ul className="flex w-max gap-1 rounded-full border border-line bg-raised p-1 whitespace-nowrap">
          {presets.map(({ name, title }) => (
            <li key={name}>
              <Link
                to={`?${viewQuery({ ...view, range: { ...range, name } })}`}
                preventScrollReset
                aria-current={range.name === name ? 'page' : undefined}
                className={look(range.name === name)}
              >
                {title}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className={look(range.name === 'custom')}
            >
              <CalendarRange aria-hidden className="size-4" />
              Custom
            </button>
          </li>
        </ul>
      </nav>
      {isOpen ? <OwnPeriodForm view={view} today={today} /> : null}
    </div>
  )
}

function OwnPeriodForm({ view, today }: RangePickerProps) {
  const { range } = view
  const ofRange = new Set(rangeQuery({ ...range, name: 'custom' }).map(([name]) => name))
  const others = [...new URLSearchParams(viewQuery(view))].filter(([name]) => !ofRange.has(name))
  return (
    <Form
      key={`${range.from} ${range.to}`}
      aria-label="Custom period"
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="range" value="custom" />
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="grid gap-1 text-xs text-muted">
          {name === 'from' ? 'From' : 'To'}
          <input
            type="date"
            name={name}
            required
            max={today}
            defaultValue={range[name]}
            className={cx(inputClass, 'py-1.5 text-sm')}
          />
        </label>
      ))}
      <Button type="submit" tone="outline" size="md">
        Show
      </Button>
    </Form>
  )
}
