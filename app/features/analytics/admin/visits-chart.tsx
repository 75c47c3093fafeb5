import { type PointerEvent, useId, useState } from 'react'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { formatCompact, formatCount } from '../stats/format.ts'
import type { Series, SeriesPoint } from '../stats/read-series.server.ts'
import { labelPlaces, scaleLines } from '../stats/scale-lines.ts'

import { ChartTable } from './chart-table.tsx'

const lines = [
  { key: 'pageViews', name: 'Page views', stroke: 'stroke-second', dot: 'bg-second' },
  { key: 'visitors', name: 'Visitors', stroke: 'stroke-accent', dot: 'bg-accent' },
] as const

/** @param before name of the comparison period; empty without one */
type ChartProps = { series: Series; before: string; timeZone: string }

/** Shows visitors and page views over time as a chart and, with the same figures, as a table. */
export function VisitsChart({ series, before, timeZone }: ChartProps) {
  const { points } = series
  const [place, setPlace] = useState<number | null>(null)
  const chart = layOut(series, timeZone)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const nearest = Math.round(((event.clientX - left) / width) * (points.length - 1))
    setPlace(Math.min(chart.last, Math.max(0, nearest)))
  }
  return (
    <div className="px-5 pb-5">
      <Legend series={series} />
      <div className="relative ml-10 h-56 sm:h-64">
        <ScaleLines chart={chart} />
        <div
          className="absolute inset-0 touch-pan-y"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setPlace(null)}
        >
          <Curves series={series} chart={chart} />
          {place === null || !points[place] ? null : (
            <PointDetails point={points[place]} place={place} chart={chart} series={series} />
          )}
        </div>
      </div>
      <AxisLabels count={points.length} chart={chart} />
      <ChartTable series={series} before={before} label={(n) => chart.label(n, 'long')} />
    </div>
  )
}

type Chart = {
  scale: readonly number[]
  /** Index of the last point that has begun. */
  last: number
  /** Horizontal position of the point `n`, in percent of the width. */
  x(n: number): number
  /** Vertical position from the top, in percent of the height. */
  y(value: number): number
  label(n: number, style: 'short' | 'long'): string
}

function layOut({ points, unit, unfinished }: Series, timeZone: string): Chart {
  const highest = points.map(({ pageViews, visitors, before }) =>
    Math.max(pageViews, visitors, Number(before)),
  )
  const scale = scaleLines(Math.max(...highest))
  const top = assertDefined(scale.at(-1), 'a scale has at least two lines')
  return {
    scale,
    last: unfinished ?? points.length - 1,
    x: (n) => (points.length === 1 ? 50 : (n / (points.length - 1)) * 100),
    y: (value) => 100 - (value / top) * 100,
    label: (n, style) => pointLabel(assertDefined(points[n], 'labels name points').at, unit, timeZone, style),
  }
}

function earlierOf(points: Series['points']): number[] {
  return points.map(({ before }) => before).filter((before) => before !== null)
}

function Legend({ series: { points, unfinished, unit } }: { series: Series }) {
  const samples = [
    ...(earlierOf(points).length === 0
      ? []
      : [{ name: 'Visitors before', dashes: undefined, colour: 'stroke-muted' }]),
    ...(unfinished === null
      ? []
      : [
          {
            name: unit === 'hour' ? 'This hour so far' : 'Today so far',
            dashes: '3 4',
            colour: 'stroke-primary',
          },
        ]),
  ]
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-secondary">
      {lines.toReversed().map(({ key, name, dot }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2 rounded-full forced-color-adjust-none ${dot}`} />
          {name}
        </li>
      ))}
      {samples.map(({ name, dashes, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 16 8" className="h-2 w-4">
            <path d="M0 4H16" strokeWidth="2" strokeDasharray={dashes} className={colour} />
          </svg>
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
        {formatCompact(value)}
      </span>
    </div>
  ))
}

function Curves({ series, chart }: { series: Series; chart: Chart }) {
  const { points, unfinished } = series
  const before = earlierOf(points)
  const { x, y, label, last } = chart
  const fill = useId()
  const draw = (values: readonly number[], first = 0) =>
    values
      .map((value, n) => `${n === 0 ? 'M' : 'L'}${x(n + first).toFixed(2)} ${y(value).toFixed(2)}`)
      .join('')
  const solid = unfinished === null ? points : points.slice(0, unfinished)
  const begun = points.slice(0, last + 1)
  const area = begun.map(({ visitors }) => visitors)
  const stroke = { fill: 'none', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const
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
      {begun.length > 1 ? (
        <path d={`${draw(area)}L${x(last).toFixed(2)} 100L0 100Z`} fill={`url(#${fill})`} />
      ) : null}
      {before.length < 2 ? null : (
        <path d={draw(before)} {...stroke} strokeWidth="1.5" className="stroke-muted opacity-60" />
      )}
      {lines.map(({ key, stroke: colour }) => (
        <g key={key} strokeLinejoin="round" strokeLinecap="round" className={colour}>
          <path d={draw(solid.map((point) => point[key]))} {...stroke} />
          {unfinished === null ? null : (
            <path
              d={draw(
                points.slice(Math.max(0, unfinished - 1), unfinished + 1).map((point) => point[key]),
                Math.max(0, unfinished - 1),
              )}
              {...stroke}
              strokeDasharray="3 5"
            />
          )}
        </g>
      ))}
    </svg>
  )
}

const detailRows = [...lines.toReversed(), { key: 'contacts', name: 'Inquiries', dot: 'bg-success' } as const]

type PointDetailsProps = { point: SeriesPoint; place: number; chart: Chart; series: Series }

function PointDetails({ point, place, chart: { x, y, label }, series }: PointDetailsProps) {
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
        <p className="font-medium">
          {label(place, 'long')}
          {place === series.unfinished ? ', so far' : ''}
        </p>
        {detailRows.map(({ key, name, dot }) => (
          <DetailRow key={key} name={name} dot={dot} value={point[key]} />
        ))}
        {point.before === null ? null : (
          <DetailRow name="Visitors before" dot="bg-muted" value={point.before} />
        )}
      </div>
    </>
  )
}

function DetailRow({ name, dot, value }: { name: string; dot: string; value: number }) {
  return (
    <p className="flex items-center gap-1.5 text-secondary">
      <span className={`size-2 rounded-full ${dot}`} />
      {name}
      <span className="ml-auto pl-3 font-medium text-primary tabular-nums">{formatCount(value)}</span>
    </p>
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

const dayFormats = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
}

function pointLabel(
  at: SeriesPoint['at'],
  unit: Series['unit'],
  timeZone: string,
  style: 'short' | 'long',
): string {
  if (unit === 'day' || typeof at === 'string') return dayFormats[style].format(Date.parse(`${at}T00:00:00Z`))
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(at)
}
