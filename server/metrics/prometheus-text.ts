export type Sample = { labels?: Readonly<Record<string, string>>; value: number }

/** Counts by upper bound, not cumulative. The last count is of values beyond every bound. */
export type Distribution = {
  labels?: Readonly<Record<string, string>>
  counts: readonly number[]
  sum: number
}

/** Names and units follow Prometheus: base units, and counters end in `_total`. */
export type Metric =
  | { type: 'counter' | 'gauge'; name: string; help: string; samples: readonly Sample[] }
  | {
      type: 'histogram'
      name: string
      help: string
      bounds: readonly number[]
      distributions: readonly Distribution[]
    }

export type Observations = { counts: number[]; sum: number }

export function emptyObservations(bounds: readonly number[]): Observations {
  return { counts: [...bounds, Infinity].map(() => 0), sum: 0 }
}

export function observe(observations: Observations, bounds: readonly number[], value: number): void {
  const bucket = bounds.findIndex((bound) => value <= bound)
  const at = bucket === -1 ? bounds.length : bucket
  observations.counts[at] = (observations.counts[at] ?? 0) + 1
  observations.sum += value
}

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function toPrometheusText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap((metric) => [...headOf(metric), ...linesOf(metric)])
    .map((written) => `${written}\n`)
    .join('')
}

function headOf({ name, help, type }: Metric): string[] {
  const escaped = help.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)
  return [`# HELP ${name} ${escaped}`, `# TYPE ${name} ${type}`]
}

function linesOf(metric: Metric): string[] {
  const { name } = metric
  if (metric.type !== 'histogram') return metric.samples.map(({ labels, value }) => line(name, labels, value))
  return metric.distributions.flatMap(({ labels, counts, sum }) => {
    let total = 0
    const buckets = counts.map((count, n) => {
      total += count
      return line(`${name}_bucket`, { ...labels, le: numberOf(metric.bounds[n] ?? Infinity) }, total)
    })
    return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
  })
}

function line(name: string, labels: Readonly<Record<string, string>> | undefined, value: number): string {
  const pairs = Object.entries(labels ?? {}).map(([key, text]) => `${key}="${escape(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberOf(value)}`
}

function escape(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}

function numberOf(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}
