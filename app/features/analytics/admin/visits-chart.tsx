import { type PointerEvent, useId, useState } from 'react'

import { formatCount } from '../stats/format.ts'
import type { Series } from '../stats/read-series.server.ts'

import { labelPlaces, scaleLines } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'
import { pointLabel } from './point-label.ts'

const lines = [
  { key: 'pageViews', name: 'Page views', stroke: 'stroke-second', dot: 'bg-second' },
  { key: 'visitors', name: 'Visitors', stroke: 'stroke-accent', dot: 'bg-accent' },
] as const

type ChartProps = { series: Series; timeZone: string }

/** Visitors and page views over time: drawn for the eye, with a table of the same figures for all others. */
export function VisitsChart({ series, timeZone }: ChartProps) {
  const { points, unit } = series
  const [place, setPlace] = useState<number | null>(null)
  const fill = useId()
  const scale = scaleLines(
    Math.max(...points.map(({ pageViews, visitors }) => Math.max(pageViews, visitors))),
  )
  const top = scale.at(-1) ?? 1
  const x = (n: number) => (points.length === 1 ? 50 : (n / (points.length - 1)) * 100)
  const y = (value: number) => 100 - (value / top) * 100
  const path = (key: 'visitors' | 'pageViews') =>
    points.map((point, n) => `${n === 0 ? 'M' : 'L'}${x(n).toFixed(2)} ${y(point[key]).toFixed(2)}`).join('')
  const label = (n: number, style: 'short' | 'long') => {
    const point = points[n]
    return point ? pointLabel(point.at, unit, timeZone, style) : ''
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const nearest = Math.round(((event.clientX - left) / width) * (points.length - 1))
    setPlace(Math.min(points.length - 1, Math.max(0, nearest)))
  }
  const shown = place === null ? undefined : points[place]
  return (
    <div className="px-5 pb-5">
      <ul className="flex gap-5 pb-3 text-xs text-secondary">
        {lines.toReversed().map(({ key, name, dot }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2 rounded-full ${dot}`} />
            {name}
          </li>
        ))}
      </ul>
      <div className="relative ml-10 h-56 sm:h-64">
        {scale.map((value) => (
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
        ))}
        <div
          className="absolute inset-0 touch-pan-y"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setPlace(null)}
        >
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
            {points.length > 1 ? (
              <path d={`${path('visitors')}L100 100L0 100Z`} fill={`url(#${fill})`} />
            ) : null}
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
          {shown && place !== null ? (
            <>
              <div
                aria-hidden
                className="absolute inset-y-0 w-px bg-line-strong"
                style={{ left: `${x(place)}%` }}
              />
              {lines.map(({ key, dot }) => (
                <span
                  key={key}
                  aria-hidden
                  className={`absolute size-2.5 -translate-1/2 rounded-full ring-2 ring-raised ${dot}`}
                  style={{ left: `${x(place)}%`, top: `${y(shown[key])}%` }}
                />
              ))}
              <div
                aria-hidden
                className="pointer-events-none absolute -top-2 z-10 grid min-w-36 gap-1 rounded-md border border-line-strong bg-overlay px-3 py-2 text-xs shadow-float"
                style={{ left: `${x(place)}%`, translate: x(place) > 50 ? 'calc(-100% - 12px)' : '12px' }}
              >
                <p className="font-medium">{label(place, 'long')}</p>
                {[
                  ...lines.toReversed(),
                  { key: 'contacts', name: 'Inquiries', dot: 'bg-success' } as const,
                ].map(({ key, name, dot }) => (
                  <p key={key} className="flex items-center gap-1.5 text-secondary">
                    <span className={`size-2 rounded-full ${dot}`} />
                    {name}
                    <span className="ml-auto pl-3 font-medium text-primary tabular-nums">
                      {formatCount(shown[key])}
                    </span>
                  </p>
                ))}
              </div>
            </>
          ) : null}
        </div>
      </div>
      <div aria-hidden className="relative mt-2 ml-10 h-5 text-xs text-muted tabular-nums">
        {labelPlaces(points.length, 7).map((n, order) => (
          <span
            key={n}
            className={`absolute whitespace-nowrap ${x(n) < 4 ? '' : x(n) > 96 ? '-translate-x-full' : '-translate-x-1/2'} ${order % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${x(n)}%` }}
          >
            {label(n, 'short')}
          </span>
        ))}
      </div>
      <ChartTable points={points} label={(n) => label(n, 'long')} unit={unit} />
    </div>
  )
}
