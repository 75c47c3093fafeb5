import { Form, Link, useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { cx } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import type { FirstDayStep } from './first-day.server.ts'

type FirstDayProps = { steps: readonly FirstDayStep[]; isWide?: boolean }

export function FirstDay({ steps, isWide = false }: FirstDayProps) {
  const done = steps.filter(({ missing }) => missing === null).length
  return (
    <section aria-labelledby="first-day-title" className="rounded-lg border border-line bg-raised p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="first-day-title" className="font-semibold">
          First day
        </h2>
        <p className="text-sm text-muted">
          {done} of {steps.length}
        </p>
      </div>
      <ul className={cx('mt-3 grid gap-3', isWide && 'md:grid-cols-2 md:gap-x-8 md:gap-y-4')}>
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
      <Form method="post" action="/admin?index" className="mt-4">
        <FormFields>
          <Button type="submit" name="intent" value="hide" tone="quiet" size="sm" className="-ml-3">
            Hide this list
          </Button>
        </FormFields>
      </Form>
    </section>
  )
}

function Step({ step: { id, title, path, missing } }: { step: FirstDayStep }) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  const isDone = missing === null
  const isBusy = fetcher.state !== 'idle'
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3">
      <fetcher.Form method="post" action="/admin?index" className="contents">
        <FormFields>
          <input type="hidden" name="intent" value="verify" />
          <input type="hidden" name="step" value={id} />
          <input
            id={`step-${id}`}
            type="checkbox"
            checked={isDone}
            disabled={isDone}
            aria-busy={isBusy}
            aria-describedby={isDone ? undefined : `step-${id}-missing`}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
            className="mt-1 size-4 accent-accent"
          />
          <div>
            <label htmlFor={`step-${id}`} className={cx(isDone && 'text-muted line-through')}>
              {title}
            </label>
            {isDone ? null : (
              <p id={`step-${id}-missing`} className="text-sm text-secondary">
                {isBusy ? 'Testing…' : missing}{' '}
                <Link
                  to={path}
                  reloadDocument={path === '/' || path.includes('#')}
                  className="whitespace-nowrap underline underline-offset-2"
                >
                  Open<span className="sr-only"> {title}</span>
                </Link>
                <noscript>
                  <button type="submit" className="ml-2 underline">
                    Test now
                  </button>
                </noscript>
              </p>
            )}
          </div>
        </FormFields>
      </fetcher.Form>
    </li>
  )
}
