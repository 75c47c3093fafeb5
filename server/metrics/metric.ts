export type Sample = { labels?: Readonly<Record<string, string>>; value: number }

/** Counts of observations by upper bound, not added up; the last is of those above every bound. */
export type Distribution = {
  labels?: Readonly<Record<string, string>>
  counts: readonly number[]
  sum: number
}

/** One figure with its labels' values. Names and units are Prometheus': base units, counters end in `_total`. */
export type Metric =
  | { type: 'counter' | 'gauge'; name: string; help: string; samples: readonly Sample[] }
  | {
      type: 'histogram'
      name: string
      help: string
      bounds: readonly number[]
      distributions: readonly Distribution[]
    }
