/** The change against the period before: in per cent, new where there was nothing, null where there is nothing still. */
export type Trend = { percent: number } | 'new' | null

export function trendOf(now: number, before: number): Trend {
  if (before === 0) return now > 0 ? 'new' : null
  return { percent: Math.round(((now - before) / before) * 100) }
}

export type Figure = { now: number; before: number; trend: Trend }

export function figureOf(now: number, before: number): Figure {
  return { now, before, trend: trendOf(now, before) }
}
