import { useState } from 'react'

import { Ranges } from '../ranges.tsx'

import { Assumptions, NumberField, Result, ResultLine, SendThis, Sliders } from './calculator-parts.tsx'
import { formatQuantity, type Formats, type Line, withinLimits } from './quantities.ts'
import {
  describeWorkflow,
  runsFor,
  type WorkflowCase,
  workflowExample,
  type WorkflowLabels,
  workflowQuantities,
  workflowSaving,
} from './workflow-saving.ts'

const inputs = ['people', 'runs', 'minutes', 'rate'] as const
const assumptions = ['days', 'shareFrom', 'shareTo', 'checking', 'cost'] as const

export type WorkflowCalculatorProps = {
  texts: WorkflowLabels &
    Record<keyof typeof workflowQuantities | 'hours' | 'title' | 'assumptions' | 'formula' | 'send', string>
  assumed: Pick<WorkflowCase, (typeof assumptions)[number]>
  formats: Formats
  /** Of the contact form, where there is none on the page. */
  contact: string
}

/** Computes the return as the numbers are moved. Before it wakes, and without script, it shows a worked example. */
export function WorkflowCalculator({ texts, assumed, formats, contact }: WorkflowCalculatorProps) {
  const [given, setGiven] = useState<WorkflowCase>(() =>
    withinLimits({ ...workflowExample, ...assumed }, workflowQuantities),
  )
  const result = workflowSaving(given)
  const { lines, saving, savesNothing } = describeWorkflow(result, texts, formats)
  const [hoursToday, hoursSaved] = lines
  const shared = {
    prefix: 'work',
    quantities: workflowQuantities,
    labels: texts,
    given,
    formats,
    onNumber: (name: string, value: number) => setGiven((before) => ({ ...before, [name]: value })),
  }
  const numbers: Line[] = [...inputs, ...assumptions].map((name) => ({
    label: texts[name],
    value: formatQuantity(given[name], workflowQuantities[name], formats),
  }))
  return (
    <div className="grid gap-x-10 gap-y-8 rounded-lg border border-line bg-raised p-6 sm:p-9 lg:grid-cols-2">
      <div data-sample="calculator" className="grid content-start gap-7">
        <Sliders {...shared} names={inputs} />
        <NumberField
          id="work-hours"
          label={texts.hours}
          min={1}
          max={given.people * given.days * 8}
          step={1}
          value={result.hoursPerMonth}
          onValue={(hours) => setGiven((before) => ({ ...before, runs: runsFor(hours, before) }))}
        />
      </div>
      <div data-sample="calculator" className="grid content-start gap-6">
        <output htmlFor={inputs.map((name) => `work-${name}`).join(' ')} className="grid content-start gap-5">
          {hoursToday ? <ResultLine {...hoursToday} /> : null}
          {hoursSaved ? <ResultLine {...hoursSaved} /> : null}
          {savesNothing ? (
            <span className="text-secondary">{texts.none}</span>
          ) : (
            <Result label={texts.perYear} pattern="{amount}" amount={saving} />
          )}
        </output>
        <SendThis words={texts.send} href={contact} title={texts.title} lines={[...numbers, ...lines]} />
      </div>
      <Assumptions {...shared} title={texts.assumptions} names={assumptions} />
      <p className="text-sm text-muted lg:col-span-2">
        <Ranges text={texts.formula} />
      </p>
    </div>
  )
}
