import { type PointerEvent, useId, useState } from 'react'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { formatCount } from '../stats/format.ts'
import type { Series, SeriesPoint } from '../stats/read-series.server.ts'

import { ChartTable } from './chart-table.tsx'

const lines = [
  { key: 'pageViews', name: 'Page views', stroke: 'stroke-second', dot: 'bg-second' },
  { key: 'visitors', name: 'Visitors', stroke: 'stroke-accent', dot: 'bg-accent' },
] as const

type ChartProps = { series: Series; timeZone: string }

/** A chart of visitors and page views over time, and a table of the same figures. */
export function VisitsChart({ series, timeZone }: ChartProps) {
  const { points, unit } = series
  const [place, setPlace] = useState<number | null>(null)
  const chart = layOut(series, timeZone)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const nearest = Math.round(((event.clientX - left) / width) * (points.length - 1))
    setPlace(Math.min(points.length - 1, Math.max(0, nearest)))
  }
  return (
    <div className="px-5 pb-5">
      <Legend />
      <div className="relative ml-10 h-56 sm:h-64">
        <ScaleLines chart={chart} />
        <div
          className="absolute inset-0 touch-pan-y"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setPlace(null)}
        >
          <Curves points={points} chart={chart} />
          {place === null || !points[place] ? null : (
            <PointDetails point={points[place]} place={place} chart={chart} />
          )}
        </div>
      </div>
      <AxisLabels count={points.length} chart={chart} />
      <ChartTable points={points} label={(n) => chart.label(n, 'long')} unit={unit} />
    </div>
  )
}

type Chart = {
  scale: readonly number[]
  /** Percent of the width at the point `n`. */
  x(n: number): number
  /** Percent of the height, from the top. */
  y(value: number): number
  label(n: number, style: 'short' | 'long'): string
}

function layOut({ points, unit }: Series, timeZone: string): Chart {
  const scale = scaleLines(
    Math.max(...points.map(({ pageViews, visitors }) => Math.max(pageViews, visitors))),
  )
  const top = assertDefined(scale.at(-1), 'a scale has at least two lines')
  return {
    scale,
    x: (n) => (points.length === 1 ? 50 : (n / (points.length - 1)) * 100),
    y: (value) => 100 - (value / top) * 100,
    label: (n, style) => pointLabel(assertDefined(points[n], 'labels name points').at, unit, timeZone, style),
  }
}

function Legend() {
  return (
    <ul className="flex gap-5 pb-3 text-xs text-secondary">
      {lines.toReversed().map(({ key, name, dot }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2 rounded-full ${dot}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function ScaleLines({ chart: { scale, y } }: { chart: Chart }) {
  return scale.map((value) => (
    <div
      key={value}
      aria-hidden
      className="absolute inset-x-0 border-t border-line"
      style={{ top: `${y(value)}%` }}
    >
      <span className="absolute -left-10 w-8 -translate-y-1/2 text-right text-xs text-muted tabular-nums">
        {formatCount(value)}
      </span>
    </div>
  ))
}

function Curves({ points, chart: { x, y, label } }: { points: Series['points']; chart: Chart }) {
  const fill = useId()
  const path = (key: 'visitors' | 'pageViews') =>
    points.map((point, n) => `${n === 0 ? 'M' : 'L'}${x(n).toFixed(2)} ${y(point[key]).toFixed(2)}`).join('')
  return (
    <svg
      role="img"
      aria-label={`Visitors and page views from ${label(0, 'long')} to ${label(points.length - 1, 'long')}; the table below holds the figures.`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="size-full overflow-visible"
    >
      <defs>
        <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--color-accent)" stopOpacity="0.28" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {points.length > 1 ? <path d={`${path('visitors')}L100 100L0 100Z`} fill={`url(#${fill})`} /> : null}
      {lines.map(({ key, stroke }) => (
        <path
          key={key}
          d={path(key)}
          fill="none"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className={stroke}
        />
      ))}
    </svg>
  )
}

const detailRows = [...lines.toReversed(), { key: 'contacts', name: 'Inquiries', dot: 'bg-success' } as const]

type PointDetailsProps = { point: SeriesPoint; place: number; chart: Chart }

/** The figures of the point under the pointer. */
function PointDetails({ point, place, chart: { x, y, label } }: PointDetailsProps) {
  const left = `${x(place)}%`
  return (
    <>
      <div aria-hidden className="absolute inset-y-0 w-px bg-line-strong" style={{ left }} />
      {lines.map(({ key, dot }) => (
        <span
          key={key}
          aria-hidden
          className={`absolute size-2.5 -translate-1/2 rounded-full ring-2 ring-raised ${dot}`}
          style={{ left, top: `${y(point[key])}%` }}
        />
      ))}
      <div
        aria-hidden
        className="pointer-events-none absolute -top-2 z-10 grid min-w-36 gap-1 rounded-md border border-line-strong bg-overlay px-3 py-2 text-xs shadow-float"
        style={{ left, translate: x(place) > 50 ? 'calc(-100% - 12px)' : '12px' }}
      >
        <p className="font-medium">{label(place, 'long')}</p>
        {detailRows.map(({ key, name, dot }) => (
          <p key={key} className="flex items-center gap-1.5 text-secondary">
            <span className={`size-2 rounded-full ${dot}`} />
            {name}
            <span className="ml-auto pl-3 font-medium text-primary tabular-nums">
              {formatCount(point[key])}
            </span>
          </p>
        ))}
      </div>
    </>
  )
}

function AxisLabels({ count, chart: { x, label } }: { count: number; chart: Chart }) {
  return (
    <div aria-hidden className="relative mt-2 ml-10 h-5 text-xs text-muted tabular-nums">
      {labelPlaces(count, 7).map((n, order) => (
        <span
          key={n}
          className={`absolute whitespace-nowrap ${x(n) < 4 ? '' : x(n) > 96 ? '-translate-x-full' : '-translate-x-1/2'} ${order % 2 === 1 ? 'max-sm:hidden' : ''}`}
          style={{ left: `${x(n)}%` }}
        >
          {label(n, 'short')}
        </span>
      ))}
    </div>
  )
}

/** Values for four or five lines from 0 to a round number at or above `most`. */
function scaleLines(most: number): number[] {
  const rough = Math.max(most, 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((size) => size >= rough && size % 1 === 0)
  const size = step ?? Math.ceil(rough)
  return Array.from({ length: Math.ceil(Math.max(most, 4) / size) + 1 }, (_, n) => n * size)
}

/** Which of `count` points get a label: the first one and then evenly, `most` at most. */
function labelPlaces(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}

const dayFormats = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
}

/** The day or, in the site's time zone, the hour of a point. */
function pointLabel(
  at: SeriesPoint['at'],
  unit: Series['unit'],
  timeZone: string,
  style: 'short' | 'long',
): string {
  if (unit === 'day' || typeof at === 'string') return dayFormats[style].format(Date.parse(`${at}T00:00:00Z`))
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(at)
}
