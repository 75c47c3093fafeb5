import { expect, test } from 'vitest'

import { toPrometheusText } from './prometheus-text.ts'

test('figures with their labels, escaped as the format asks', () => {
  const text = toPrometheusText([
    {
      type: 'gauge',
      name: 'jobs',
      help: 'A \\ and\na line',
      samples: [{ labels: { state: 'a "b" \\ \n' }, value: 1.5 }, { value: Infinity }],
    },
    { type: 'counter', name: 'none_total', help: 'None yet.', samples: [] },
  ])
  expect(text).toBe(
    String.raw`# HELP jobs A \\ and\na line
# TYPE jobs gauge
jobs{state="a \"b\" \\ \n"} 1.5
jobs +Inf
# HELP none_total None yet.
# TYPE none_total counter
`,
  )
})

test('a histogram adds its buckets up and ends with all', () => {
  const text = toPrometheusText([
    {
      type: 'histogram',
      name: 'wait_seconds',
      help: 'Waits.',
      bounds: [0.1, 1],
      distributions: [{ labels: { route: '/' }, counts: [2, 1, 3], sum: 9.25 }],
    },
  ])
  expect(text.split('\n').slice(2)).toEqual([
    'wait_seconds_bucket{route="/",le="0.1"} 2',
    'wait_seconds_bucket{route="/",le="1"} 3',
    'wait_seconds_bucket{route="/",le="+Inf"} 6',
    'wait_seconds_sum{route="/"} 9.25',
    'wait_seconds_count{route="/"} 6',
    '',
  ])
})
