import { Form, Link } from 'react-router'
import { z } from 'zod'

import { formatCost } from '#app/features/chat/conversations/conversation-labels.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { FileCheck2 } from '#app/ui/icons.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { usePoll } from '#app/ui/use-poll.ts'

import { qualitySettings } from '../quality-settings.server.ts'
import { type ListedRun, readQuality } from '../runs/read-runs.server.ts'
import { startTestRun, stopTestRun } from '../runs/start-run.server.ts'

import type { Route } from './+types/quality.route.ts'
import { QualitySettingsForm } from './quality-settings-form.tsx'
import { QualityTabs } from './quality-tabs.tsx'
import { ResultList } from './result-list.tsx'
import { RunFacts, RunProgress } from './run-facts.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readQuality)
}

const rejected = 'Not done'

export const action = formAction({
  run: form({
    schema: anyFields,
    run: (ctx) => startTestRun(ctx),
    toast: { title: 'Test started', text: 'It continues if you leave this page.' },
    rejected,
  }),
  stop: form({
    schema: z.object({ id: textField }),
    run: (ctx, { id }) => stopTestRun(ctx, id),
    toast: { title: 'Test stopped' },
    rejected,
  }),
  save: form({ ...qualitySettings.form, toast: { title: 'Saved' }, rejected: 'Not saved' }),
})

export function meta() {
  return [{ title: 'Quality · Admin' }]
}

export default function QualityRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { runs, regressed, improved, questions, hasProvider, settings, spentThisMonth } = loaderData
  const [last] = runs
  const isRunning = last?.state === 'running'
  usePoll(isRunning, '/admin/quality/progress')
  const canRun = hasProvider && questions > 0 && !isRunning
  return (
    <AdminPage title="Quality" actions={canRun ? <RunButton questions={questions} /> : null}>
      <QualityTabs />
      {hasProvider ? null : <NoProvider />}
      {questions === 0 ? <NoQuestions /> : null}
      {questions > 0 && !last ? <NoRuns /> : null}
      {isRunning ? <RunProgress run={last} /> : null}
      {last ? (
        <>
          <RunFacts
            run={last}
            title={isRunning ? 'This test so far' : 'Last test'}
            answersPath={`/admin/quality/runs/${last.id}`}
          />
          <ResultList
            title="Got worse"
            results={regressed}
            total={last.regressed}
            allPath={`/admin/quality/runs/${last.id}?show=regressed`}
            isOpen
          />
          <ResultList
            title="Got better"
            results={improved}
            total={last.improved}
            allPath={`/admin/quality/runs/${last.id}?show=improved`}
          />
          <RunTable runs={runs} />
        </>
      ) : null}
      <QualitySettingsForm settings={settings} spentThisMonth={spentThisMonth} answer={actionData} />
    </AdminPage>
  )
}

function RunButton({ questions }: { questions: number }) {
  return (
    <Form method="post">
      <FormFields>
        <Button type="submit" name="intent" value="run" tone="solid">
          {questions === 1 ? 'Ask the test question' : `Ask all ${questions} test questions`}
        </Button>
      </FormFields>
    </Form>
  )
}

function NoProvider() {
  return (
    <p className="rounded-lg border border-warning/50 bg-raised px-5 py-4 text-sm">
      No AI provider is set up, so the assistant cannot be tested.{' '}
      <Link to="/admin/api" className="underline underline-offset-4">
        Set one up in API Configuration
      </Link>
      . You can already collect test questions.
    </p>
  )
}

function NoQuestions() {
  return (
    <EmptyState
      icon={FileCheck2}
      title="No test questions yet"
      text="Test questions are asked exactly as visitors ask. After each change you see which answers got better and which got worse."
    >
      <Link to="/admin/quality/questions" className={buttonClass({ tone: 'solid', size: 'md' })}>
        Add test questions
      </Link>
    </EmptyState>
  )
}

function NoRuns() {
  return (
    <EmptyState
      icon={FileCheck2}
      title="Not tested yet"
      text="The first test shows what the assistant answers today. Later tests are compared with it."
    />
  )
}

const FIGURE = 'text-right text-sm tabular-nums'

function RunTable({ runs }: { runs: readonly ListedRun[] }) {
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
