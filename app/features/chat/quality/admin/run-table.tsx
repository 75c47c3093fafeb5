import { Link } from 'react-router'

import { formatCost } from '#app/features/chat/conversations/conversation-labels.ts'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ListedRun } from '../runs/read-runs.server.ts'

const FIGURE = 'text-right text-sm tabular-nums'

export function RunTable({ runs }: { runs: readonly ListedRun[] }) {
  const head = (
    <>
      <HeadCell>Test</HeadCell>
      <HeadCell className="w-20 text-right">Passed</HeadCell>
      <HeadCell className="w-20 text-right">Worse</HeadCell>
      <HeadCell className="hidden w-20 text-right sm:table-cell">Better</HeadCell>
      <HeadCell className="hidden w-28 text-right sm:table-cell">Cost</HeadCell>
      <HeadCell className="hidden w-48 md:table-cell">Changes before it</HeadCell>
    </>
  )
  return (
    <section aria-labelledby="runs-title" className="grid grid-cols-1 gap-4">
      <h2 id="runs-title" className="text-lg font-semibold">
        Tests
      </h2>
      <Table caption="Tests" head={head}>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </Table>
      <p className="text-sm text-muted">The last 20 tests are kept.</p>
    </section>
  )
}

function RunRow({ run }: { run: ListedRun }) {
  const { timeZone } = useAdminShell()
  return (
    <LinkRow>
      <Cell>
        <Link
          to={`/admin/quality/runs/${run.id}`}
          className="font-medium no-underline after:absolute after:inset-0"
        >
          <Time at={run.created_at} timeZone={timeZone} />
        </Link>
        <span className="block text-xs break-words text-muted">
          {run.started_by === 'change' ? 'Automatic, ' : ''}
          {run.model}
          {run.state === 'partial' ? ', ended early' : ''}
          {run.state === 'running' ? ', running' : ''}
        </span>
      </Cell>
      <Cell className={FIGURE}>
        {run.passed}/{run.questions}
      </Cell>
      <Cell className={`${FIGURE} ${run.regressed > 0 ? 'text-danger' : 'text-muted'}`}>{run.regressed}</Cell>
      <Cell className={`hidden sm:table-cell ${FIGURE}`}>{run.improved}</Cell>
      <Cell className={`hidden whitespace-nowrap sm:table-cell ${FIGURE}`}>
        {formatCost(run.cost_micros)}
      </Cell>
      <Cell className="hidden text-sm text-secondary md:table-cell">{run.changed.join(', ')}</Cell>
    </LinkRow>
  )
}
