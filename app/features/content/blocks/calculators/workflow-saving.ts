import {
  type AmountRange,
  between,
  formatMoneyRange,
  formatRange,
  type Formats,
  type Given,
  type Line,
  notBelowZero,
  type Quantity,
  roundEstimate,
  within,
  withinLimits,
} from './quantities.ts'

/** One person can spend at most 8 hours a day on the task. */
const MINUTES_A_DAY = 480

export const workflowQuantities = {
  people: { min: 1, max: 50, step: 1, unit: 'count' },
  runs: { min: 1, max: 100, step: 1, unit: 'count' },
  minutes: { min: 1, max: 60, step: 1, unit: 'count' },
  rate: { min: 5, max: 300, step: 5, unit: 'money' },
  days: { min: 1, max: 31, step: 1, unit: 'count' },
  shareFrom: { min: 0, max: 95, step: 5, unit: 'percent' },
  shareTo: { min: 0, max: 95, step: 5, unit: 'percent' },
  checking: { min: 0, max: 95, step: 5, unit: 'percent' },
  cost: { min: 0, max: 10_000_000, step: 100, unit: 'money' },
} as const satisfies Record<string, Quantity>

export type WorkflowCase = Given<keyof typeof workflowQuantities>
export type WorkflowNumbers = Pick<WorkflowCase, 'people' | 'runs' | 'minutes' | 'rate'>

export const workflowExample: WorkflowNumbers = { people: 3, runs: 12, minutes: 8, rate: 35 }

export type WorkflowSaving = {
  hoursPerMonth: number
  hoursPerYear: number
  /** Hours a year. */
  hoursSaved: AmountRange
  saving: AmountRange
}

/** Software takes over a share of the routine; part of that time is spent on checking. Its cost is deducted. */
export function workflowSaving(given: WorkflowCase): WorkflowSaving {
  const numbers = withinLimits(given, workflowQuantities)
  const { people, runs, minutes, days, rate, checking, cost } = numbers
  const hoursPerMonth = (people * Math.min(MINUTES_A_DAY, runs * minutes) * days) / 60
  const hoursPerYear = hoursPerMonth * 12
  const left = 1 - checking / 100
  const share = between(numbers.shareFrom / 100, numbers.shareTo / 100)
  const hoursSaved = { from: hoursPerYear * share.from * left, to: hoursPerYear * share.to * left }
  const saving = notBelowZero({ from: hoursSaved.from * rate - cost, to: hoursSaved.to * rate - cost })
  return { hoursPerMonth, hoursPerYear, hoursSaved, saving }
}

/** Returns the runs a day that add up to these hours a month. */
export function runsFor(hours: number, { people, minutes, days }: WorkflowCase): number {
  const most = Math.min(workflowQuantities.runs.max, Math.max(1, MINUTES_A_DAY / minutes))
  return within((hours * 60) / (people * minutes * days), { min: workflowQuantities.runs.min, max: most })
}

export type WorkflowLabels = Record<'hoursToday' | 'hoursSaved' | 'perYear' | 'none', string>

export function describeWorkflow(result: WorkflowSaving, labels: WorkflowLabels, formats: Formats) {
  const hours = (range: AmountRange) =>
    formatRange(range, (value) => Math.round(value).toLocaleString(formats.locale))
  const saving = { from: roundEstimate(result.saving.from), to: roundEstimate(result.saving.to) }
  const savesNothing = saving.to === 0
  const money = formatMoneyRange(saving, formats)
  const lines: Line[] = [
    { label: labels.hoursToday, value: hours({ from: result.hoursPerYear, to: result.hoursPerYear }) },
    { label: labels.hoursSaved, value: hours(result.hoursSaved) },
    { label: labels.perYear, value: savesNothing ? labels.none : money },
  ]
  return { lines, saving: money, savesNothing }
}
