import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import type { Proposal } from './assistant-events.ts'

export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  const { id, title, subject, values, action, input } = proposal
  const isDone = fetcher.data?.ok === true
  const outcome = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus was removed.
    if (isDone) outcome.current?.focus()
  }, [isDone])
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-line-strong bg-overlay p-4">
      <h3 id={id} className="font-medium">
        {title}
        {subject ? (
          <>
            {': '}
            <Link to={subject.path}>
              <bdi>{subject.title}</bdi>
            </Link>
          </>
        ) : null}
      </h3>
      <dl className="grid gap-2 text-sm">
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd dir="auto" className="max-h-60 overflow-y-auto break-words whitespace-pre-wrap">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {isDone ? (
        <p ref={outcome} tabIndex={-1} role="status" className="text-sm text-secondary outline-none">
          Confirmed
        </p>
      ) : (
        <fetcher.Form method="post" action="/admin/assistant">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="action" value={action} />
          <input type="hidden" name="input" value={JSON.stringify(input)} />
          <Button
            type="submit"
            name="intent"
            value="confirm"
            tone="solid"
            size="sm"
            disabled={fetcher.state !== 'idle'}
            aria-describedby={id}
          >
            Confirm
          </Button>
        </fetcher.Form>
      )}
      {fetcher.data?.ok === false ? (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.error ?? Object.values(fetcher.data.errors).join(' ')}
        </p>
      ) : null}
    </section>
  )
}
