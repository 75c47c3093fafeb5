import { Form, Link } from 'react-router'

import { formatCost } from '#app/features/chat/conversations/conversation-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ListedRun } from '../runs/read-runs.server.ts'

const asked = ({ passed, failed, faults }: ListedRun) => passed + failed + faults

export function RunProgress({ run }: { run: ListedRun }) {
  const done = asked(run)
  return (
    <section aria-label="Progress" className="grid gap-3 rounded-lg border border-line bg-raised p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="flex items-center gap-2 font-medium">
          <Spinner />
          {done} of {run.questions} questions asked
        </p>
        <Form method="post" action="/admin/quality">
          <FormFields>
            <input type="hidden" name="id" value={run.id} />
            <Button type="submit" name="intent" value="stop" tone="outline" size="sm">
              Stop
            </Button>
          </FormFields>
        </Form>
      </div>
      <progress
        aria-label="Questions asked"
        value={done}
        max={Math.max(run.questions, 1)}
        className="h-2 w-full accent-accent"
      />
    </section>
  )
}

type RunFactsProps = {
  run: ListedRun
  title: string
  /** The path of the answers, unless they are on the same page. */
  answersPath?: string
}

export function RunFacts({ run, title, answersPath }: RunFactsProps) {
  const { timeZone, now } = useAdminShell()
  const { passed, failed, faults, improved, regressed, reason, changed } = run
  const figures: [string, number, string][] = [
    ['Passed', passed, 'text-success'],
    ['Failed', failed, failed > 0 ? 'text-danger' : ''],
    ['Got worse', regressed, regressed > 0 ? 'text-danger' : ''],
    ['Got better', improved, improved > 0 ? 'text-success' : ''],
  ]
  return (
    <section
      aria-labelledby="run-title"
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="run-title" className="text-lg font-semibold">
          {title}
        </h2>
        {answersPath === undefined ? null : (
          <Link to={answersPath} className="text-sm underline underline-offset-4">
            All answers
          </Link>
        )}
      </div>
      {reason === null ? null : (
        <p className="text-sm text-warning">
          {asked(run)} of {run.questions} questions were asked. {reason}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([name, count, tone]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-sm text-secondary">{name}</dt>
            <dd className={`text-2xl font-semibold tabular-nums ${tone}`}>{count}</dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
        <Fact name="Started">
          <Time at={run.created_at} timeZone={timeZone} now={now} />
        </Fact>
        <Fact name="Model">
          {run.provider} {run.model}
        </Fact>
        <Fact name="Cost">{formatCost(run.cost_micros)}</Fact>
        <Fact name="Knowledge items">{run.items}</Fact>
        <Fact name="Not answered">{faults > 0 ? faults : ''}</Fact>
        <Fact name="Changed since the test before">{changed.join(', ')}</Fact>
      </dl>
    </section>
  )
}
