import { Link } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Search } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'
import { usePoll } from '#app/ui/use-poll.ts'

import { getTestRun, type ShownResults } from '../runs/read-runs.server.ts'

import type { Route } from './+types/test-run.route.ts'
import { Results } from './result-list.tsx'
import { RunFacts, RunProgress } from './run-facts.tsx'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const asked = Object.fromEntries(new URL(request.url).searchParams)
  return answer(context, (ctx) => getTestRun(ctx, params.id, asked))
}

export function meta() {
  return [{ title: 'Test · Admin' }]
}

const shown: readonly (readonly [show: ShownResults, name: string])[] = [
  ['all', 'All'],
  ['regressed', 'Got worse'],
  ['improved', 'Got better'],
  ['failed', 'Failed'],
  ['fault', 'Not answered'],
]

export default function TestRunRoute({ loaderData }: Route.ComponentProps) {
  const { run, show, results, page } = loaderData
  const isRunning = run.state === 'running'
  usePoll(isRunning, '/admin/quality/progress')
  return (
    <AdminPage title="Test">
      <BackLink to="/admin/quality" name="Quality" />
      {isRunning ? <RunProgress run={run} /> : null}
      <RunFacts run={run} title={isRunning ? 'So far' : 'Outcome'} />
      <LinkTabs
        label="Answers"
        tabs={shown.map(([value, name]) => ({
          to: pathOf(run.id, value, 1),
          name,
          isCurrent: value === show,
        }))}
      />
      <PagedRows
        list={loaderData}
        shown={results.length}
        none={
          <EmptyState
            icon={Search}
            title="No answers here"
            text="No answer in this test matches this filter."
          >
            {show === 'all' ? null : <Link to={pathOf(run.id, 'all', 1)}>Show all answers</Link>}
          </EmptyState>
        }
        pathOf={(to) => pathOf(run.id, show, to)}
      >
        <Results key={`${show} ${page}`} results={results} isOpen={show === 'regressed'} />
      </PagedRows>
    </AdminPage>
  )
}

function pathOf(id: string, show: ShownResults, page: number): string {
  const params = new URLSearchParams()
  if (show !== 'all') params.set('show', show)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/admin/quality/runs/${id}?${params}` : `/admin/quality/runs/${id}`
}
