import { z } from 'zod'

import { Island } from '#app/ui/island.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '#app/features/content/define-block.ts'
import { amount, group, items, line, paragraph, toggle } from '#app/features/content/fields.ts'
import { Band, bandWithTextFields } from '../band.tsx'

import { beginRun, logOf, type RunPlan } from './played-run.ts'
import { WorkflowRun } from './workflow-run.island.tsx'

export const workflowRunBlock = defineBlock({
  type: 'workflow-run',
  version: 1,
  title: 'Workflow that visitors run',
  help: 'One invoice goes through named steps and fills a log; with an error, a person decides.',
  schema: z.object({
    ...bandWithTextFields,
    sample: line('Note that it is an example'),
    run: line('Button that runs it', { max: 40, isRequired: true }),
    runWithError: line('Button that runs it with an error', { max: 40, isRequired: true }),
    startsAt: line('When the run begins, such as 09:14:00', { max: 8 }),
    stepsLabel: line('Name of the steps, for screen readers'),
    logLabel: line('Name of the log, for screen readers'),
    steps: items(
      'Steps',
      group('Step', {
        name: line('Name', { max: 40, isRequired: true }),
        log: line('What the log says', { max: 200 }),
        errorLog: line('What it says in the run with an error, if it differs', { max: 200 }),
        seconds: amount('Seconds that it takes', { max: 86_400 }),
        reads: toggle('The invoice is read in this step'),
        asks: toggle('With an error, a person decides after this step'),
      }),
      { max: 12 },
    ),
    invoice: group('Invoice', {
      sender: line('Who sends it', { max: 60 }),
      title: line('What it is', { max: 60 }),
      fields: items(
        'Fields that are read',
        group('Field', {
          label: line('Name', { max: 40, isRequired: true }),
          value: line('Value', { max: 60 }),
          errorValue: line('Value in the run with an error, if it differs', { max: 60 }),
        }),
        { max: 8, description: 'The last one stands below the lines, as the total.' },
      ),
      rows: items(
        'Lines',
        group('Line', { text: line('What', { max: 60 }), amount: line('Amount', { max: 30 }) }),
        {
          max: 6,
        },
      ),
      differs: line('Note beside a value that differs', { max: 60 }),
      stamp: line('Stamp at the end', { max: 20 }),
    }),
    question: group('What a person decides', {
      title: line('Title'),
      text: paragraph('Text'),
      approve: line('Button that approves', { max: 40 }),
      approved: line('What the log says then', { max: 200 }),
      sendBack: line('Button that sends it back', { max: 40 }),
      sentBack: line('What the log says then', { max: 200 }),
    }),
    states: group('Names of the states of a step', {
      waiting: line('waiting', { max: 40 }),
      running: line('running', { max: 40 }),
      done: line('done', { max: 40 }),
      asked: line('waiting for a person', { max: 40 }),
      sentBack: line('sent back', { max: 40 }),
    }),
  }),
  Component({ id, ground, title, text, steps, invoice, question, startsAt, states, ...words }) {
    const { approved, sentBack, ...card } = question
    const plan = { startsAt, steps, fields: invoice.fields.length, approved, sentBack }
    const { sample, run, runWithError, stepsLabel, logLabel } = words
    const texts = { sample, run, runWithError, steps: stepsLabel, log: logLabel, states, question: card }
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-10" />
        <Island name="workflow-run" of={WorkflowRun} props={{ texts, plan, invoice }} when="intent" />
        <ErrorRun title={runWithError} plan={plan} question={card} />
      </Band>
    )
  },
})

type ErrorRunProps = { title: string; plan: RunPlan; question: { title: string; text: string } }

/** Shows the run with an error up to the person's decision, because no button works without script. */
function ErrorRun({ title, plan, question }: ErrorRunProps) {
  const asking = plan.steps.findIndex(({ asks }) => asks)
  if (asking === -1) return null
  const asked = { ...beginRun(true), step: asking, phase: 'asked' } as const
  return (
    <div data-sample="dialogue" className="no-script-only mt-8">
      <h3 className="text-heading">{title}</h3>
      <ol className="mt-3 grid gap-1 text-secondary">
        {logOf(plan, asked).map(({ at, name, text }, index) => (
          <li key={index}>
            {at} {name}: {text}
          </li>
        ))}
      </ol>
      <p className="mt-3">
        {question.title}: {question.text}
      </p>
    </div>
  )
}
