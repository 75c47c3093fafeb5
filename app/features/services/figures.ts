/** Prices and claims of §9 of the specification. They stand here once; pages, calculators and metadata read them. */

/** US dollars a month. */
export const voiceAgentMonthly = { from: 299, to: 999 } as const
export const humanAgentMonthly = { from: 3000, to: 5000 } as const

export const websitePlans = [
  { slug: 'starter', price: 2999 },
  { slug: 'professional', price: 5999 },
  { slug: 'enterprise', price: 12_999 },
] as const

export type PlanSlug = (typeof websitePlans)[number]['slug']

/** §1: up to 80% efficiency. */
export const efficiencyUpTo = 0.8

/** Against a film crew. */
export const videoFigures = { saving: '80-90%' } as const
