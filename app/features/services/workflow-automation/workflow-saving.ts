import { efficiencyUpTo } from '../figures.ts'

/** 52 weeks in 12 months. */
const WEEKS_PER_MONTH = 52 / 12

export type WorkflowCase = {
  people: number
  /** Hours a week each of them spends on the routine. */
  hours: number
  /** US dollars an hour, wage and overheads. */
  rate: number
}

export type WorkflowSaving = { hoursPerMonth: number; perMonth: number; perYear: number }

/** What a routine costs and gives back when up to 80% of it (§1) is done by software. */
export function workflowSaving({ people, hours, rate }: WorkflowCase): WorkflowSaving {
  const hoursPerMonth = Math.round(people * hours * efficiencyUpTo * WEEKS_PER_MONTH)
  const perMonth = hoursPerMonth * rate
  return { hoursPerMonth, perMonth, perYear: perMonth * 12 }
}
