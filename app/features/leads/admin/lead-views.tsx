import { useId } from 'react'
import { Link, useFetcher } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { X } from '#app/ui/icons.tsx'
import { useRowFetcher } from '#app/ui/row-fetcher.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

type View = { id: string; name: string; query: string }

export function LeadViews({ views, current }: { views: readonly View[]; current: string }) {
  const isKept = views.some(({ query }) => query === current)
  if (views.length === 0 && current === '') return null
  return (
    <div className="flex flex-wrap items-start gap-2">
      {views.length > 0 ? (
        <nav aria-label="Views">
          <ul className="flex flex-wrap gap-2">
            {views.map((view) => (
              <ViewItem key={view.id} view={view} isCurrent={view.query === current} />
            ))}
          </ul>
        </nav>
      ) : null}
      {current === '' || isKept ? null : <SaveView key={current} query={current} />}
    </div>
  )
}

function ViewItem({ view: { id, name, query }, isCurrent }: { view: View; isCurrent: boolean }) {
  const fetcher = useRowFetcher(`view ${id}`)
  return (
    <li
      className={cx(
        'flex items-center rounded-full border text-sm',
        isCurrent ? 'border-accent text-primary' : 'border-line-strong text-secondary',
      )}
    >
      <Link
        to={`/admin/leads?${query}`}
        aria-current={isCurrent ? 'page' : undefined}
        className="py-1 pl-3 no-underline hover:text-primary"
      >
        <bdi>{name}</bdi>
      </Link>
      <fetcher.Form method="post" className="flex">
        <FormFields allowed>
          <input type="hidden" name="intent" value="delete-view" />
          <input type="hidden" name="view" value={id} />
          <button
            type="submit"
            aria-label={`Delete view ${name}`}
            className="grid size-8 cursor-pointer place-items-center rounded-full text-muted hover:text-primary"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </FormFields>
      </fetcher.Form>
    </li>
  )
}

function SaveView({ query }: { query: string }) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  const id = useId()
  return (
    <details className="text-sm" open={fetcher.data?.ok === false || undefined}>
      <summary className="cursor-pointer py-1 text-secondary">Save this view</summary>
      <fetcher.Form method="post" className="mt-2 flex flex-wrap items-start gap-2">
        <FormFields allowed>
          <input type="hidden" name="intent" value="save-view" />
          <input type="hidden" name="query" value={query} />
          <TextField
            id={id}
            name="name"
            label="View name"
            required
            maxLength={40}
            autoComplete="off"
            error={fetcher.data?.errors['name']}
          />
          <Button type="submit" tone="outline" size="sm" className="mt-7">
            Save view
          </Button>
        </FormFields>
      </fetcher.Form>
    </details>
  )
}
