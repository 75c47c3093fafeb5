/** 52 weeks in 12 months. */
const WEEKS_PER_MONTH = 52 / 12

export type WorkflowCase = {
  people: number
  /** Hours a week each of them spends on the routine. */
  hours: number
  /** An hour, wage and overheads. */
  rate: number
}

export type WorkflowSaving = { hoursPerMonth: number; perMonth: number; perYear: number }

/** What a routine costs and gives back. @param share of it that is done by software, from 0 to 1 */
export function workflowSaving({ people, hours, rate }: WorkflowCase, share: number): WorkflowSaving {
  const hoursPerMonth = Math.round(people * hours * share * WEEKS_PER_MONTH)
  const perMonth = hoursPerMonth * rate
  return { hoursPerMonth, perMonth, perYear: perMonth * 12 }
}
