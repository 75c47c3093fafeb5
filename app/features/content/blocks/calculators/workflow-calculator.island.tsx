import { useState } from 'react'

import { Calculator } from './calculator.tsx'
import { Result } from './calculator-parts.tsx'
import { type Formats, withinLimits } from './quantities.ts'
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
  contact: string
}

/** Computes the return as the numbers change. Before hydration, and without script, it shows a worked example. */
export function WorkflowCalculator({ texts, assumed, formats, contact }: WorkflowCalculatorProps) {
  const [given, setGiven] = useState<WorkflowCase>(() =>
    withinLimits({ ...workflowExample, ...assumed }, workflowQuantities),
  )
  const result = workflowSaving(given)
  const { lines, saving, savesNothing } = describeWorkflow(result, texts, formats)
  return (
    <Calculator
      {...{ texts, inputs, assumptions, given, formats, lines, savesNothing, contact }}
      prefix="work"
      quantities={workflowQuantities}
      onNumber={(name, value) => setGiven((before) => ({ ...before, [name]: value }))}
      derived={{
        name: 'hours',
        max: given.people * given.days * 8,
        value: result.hoursPerMonth,
        onValue: (hours) => setGiven((before) => ({ ...before, runs: runsFor(hours, before) })),
      }}
      className="bg-raised"
    >
      <Result label={texts.perYear} pattern="{amount}" amount={saving} />
    </Calculator>
  )
}
