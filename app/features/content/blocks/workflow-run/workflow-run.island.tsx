import { useEffect, useRef, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { Check, type LucideIcon, LoaderCircle, Minus, UserRound, X } from '#app/ui/icons.tsx'

import {
  advance,
  beginRun,
  decide,
  finishedRun,
  isErrorFound,
  logOf,
  type LogEntry,
  type Run,
  type RunPlan,
  stateOf,
  type StepState,
} from './played-run.ts'
import { type Invoice, RunInvoice } from './run-invoice.tsx'

export type RunTexts = {
  sample: string
  run: string
  runWithError: string
  steps: string
  log: string
  states: Record<StepState, string>
  question: { title: string; text: string; approve: string; sendBack: string }
}

export type WorkflowRunProps = { texts: RunTexts; plan: RunPlan; invoice: Invoice }

/** Milliseconds for which a field and a step are shown. */
const FIELD = 380
const STEP = 900

/** A run that starts at the press of a button. Before that, and without script, it shows the finished run. */
export function WorkflowRun({ texts, plan, invoice }: WorkflowRunProps) {
  const [run, setRun] = useState<Run>(() => finishedRun(plan))
  const [askedAt, setAskedAt] = useState(0)
  useEffect(() => {
    if (run.phase !== 'running') return
    const isReading = plan.steps[run.step]?.reads && run.read < plan.fields
    const timer = setTimeout(
      () => {
        setRun((before) => advance(plan, before))
        setAskedAt(performance.now())
      },
      isReading ? FIELD : STEP,
    )
    return () => clearTimeout(timer)
  }, [run, plan])
  const onDecide = (isApproved: boolean) =>
    setRun((before) => decide(plan, before, isApproved, (performance.now() - askedAt) / 1000))
  return (
    <div data-sample="dialogue" className="rounded-lg border border-line bg-raised p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-sm text-muted">{texts.sample}</p>
        <div className="js-only gap-3 sm:grid-flow-col">
          <Button onClick={() => setRun(beginRun(false))}>{texts.run}</Button>
          <Button tone="outline" onClick={() => setRun(beginRun(true))}>
            {texts.runWithError}
          </Button>
        </div>
      </div>
      <div className="mt-6 grid gap-6 md:grid-cols-2 lg:grid-cols-[10fr_7fr_11fr] lg:gap-8">
        <RunInvoice invoice={invoice} run={run} isErrorFound={isErrorFound(plan, run)} />
        <RunSteps {...{ texts, plan, run }} />
        <div className="flex min-w-0 flex-col md:col-span-2 lg:col-span-1">
          <RunLog name={texts.log} entries={logOf(plan, run)} />
          <Decision {...{ texts, run, onDecide }} />
        </div>
      </div>
    </div>
  )
}

const stepIcons: Record<StepState, LucideIcon> = {
  waiting: Minus,
  running: LoaderCircle,
  done: Check,
  asked: UserRound,
  sentBack: X,
}

const stepTones: Record<StepState, string> = {
  waiting: 'border-line-strong text-muted',
  running: 'border-accent text-primary',
  done: 'border-success text-success',
  asked: 'border-warning text-warning',
  sentBack: 'border-danger text-danger',
}

function RunSteps({ texts, plan, run }: { texts: RunTexts; plan: RunPlan; run: Run }) {
  return (
    <ol aria-label={texts.steps} className="grid content-start">
      {plan.steps.map(({ name }, index) => {
        const state = stateOf(run, index)
        const Icon = stepIcons[state]
        return (
          <li key={index} className="run-step relative flex items-center gap-3 py-2">
            <span
              className={cx(
                'grid size-9 shrink-0 place-items-center rounded-full border-2 bg-raised',
                stepTones[state],
              )}
            >
              <Icon aria-hidden className={cx('size-4', state === 'running' && 'spinner')} />
            </span>
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-secondary">{texts.states[state]}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function RunLog({ name, entries }: { name: string; entries: readonly LogEntry[] }) {
  return (
    <div
      role="log"
      aria-label={name}
      aria-live="polite"
      className="min-h-64 flex-1 rounded-md border border-line bg-ink p-4 text-sm"
    >
      <ol className="grid gap-2.5">
        {entries.map(({ at, name: step, text, isAsking }, index) => (
          <li key={index} className="grid grid-cols-[auto_1fr] gap-x-3">
            <span className="font-mono text-muted">{at}</span>
            <span className={cx('min-w-0 text-secondary', isAsking && 'text-warning')}>
              <span className="font-medium text-primary">{step}</span> {text}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type DecisionProps = { texts: RunTexts; run: Run; onDecide: (isApproved: boolean) => void }

function Decision({ texts: { question, states }, run, onDecide }: DecisionProps) {
  const card = useRef<HTMLDivElement>(null)
  const isAsked = run.phase === 'asked'
  useEffect(() => {
    if (isAsked) card.current?.scrollIntoView({ block: 'nearest' })
    // The pressed button is gone, so the focus moves to the card.
    else if (run.waited > 0) card.current?.focus()
  }, [isAsked, run.waited])
  if (!isAsked && run.waited === 0) return null
  return (
    <div
      ref={card}
      role="group"
      aria-label={question.title}
      tabIndex={-1}
      className="mt-4 rounded-md border border-warning p-4"
    >
      <p className="flex items-center gap-2 font-medium">
        <UserRound aria-hidden className="size-4 text-warning" />
        {question.title}
      </p>
      <p className="mt-1 text-sm text-secondary">{question.text}</p>
      {isAsked ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => onDecide(true)}>
            {question.approve}
          </Button>
          <Button size="sm" tone="outline" onClick={() => onDecide(false)}>
            {question.sendBack}
          </Button>
        </div>
      ) : (
        <p className="mt-3 text-sm font-medium">
          {run.phase === 'sentBack' ? states.sentBack : question.approve}
        </p>
      )}
    </div>
  )
}
