import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { useLocale } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { type MeasuredSpeed, type PageFigures, useAround } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { group, line, paragraph } from '#app/features/content/fields.ts'
import { Band, bandWithTextFields } from '../band.tsx'

/** With fewer visits, a single slow connection would dominate the figure, so it is left out. */
const FEWEST_VISITS = 20

const figure = (title: string) =>
  group(title, {
    name: line('What it is', { max: 60 }),
    how: paragraph('How it was measured', { max: 300, places: ['visits'] }),
  })

export const pageFiguresBlock = defineBlock({
  type: 'page-figures',
  version: 1,
  title: 'This site’s own figures',
  help: 'How fast the pages were in the last 28 days, from your analytics, and how much script they load.',
  schema: z.object({
    ...bandWithTextFields,
    lcp: figure('Largest part shown (LCP)'),
    ttfb: figure('First byte'),
    script: figure('Script'),
    none: line('Note shown when no figure is known'),
    asOf: line('Label before the time', { places: ['time'] }),
  }),
  Component({ id, ground, title, text, lcp, ttfb, script, none, asOf }) {
    const locale = useLocale()
    const { figures } = useAround()
    const seconds = (milliseconds: number) => inUnit(locale, 'second', milliseconds / 1000)
    const milliseconds = (value: number) => inUnit(locale, 'millisecond', value)
    const kilobytes = (bytes: number) => inUnit(locale, 'kilobyte', bytes / 1000)
    const speed = (
      named: Named,
      of: MeasuredSpeed | undefined,
      write: (value: number) => string,
    ): Shown | null => {
      if (!of || of.visits < FEWEST_VISITS || of.p75 === null) return null
      return { ...named, value: write(of.p75), visits: of.visits.toLocaleString(locale) }
    }
    const bytes = figures?.script
    const shown = [
      speed(lcp, figures?.lcp, seconds),
      speed(ttfb, figures?.ttfb, milliseconds),
      bytes ? { ...script, value: kilobytes(bytes), visits: '' } : null,
    ].filter((each) => each !== null)
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        {shown.length === 0 ? <p className="text-lg font-medium">{none}</p> : null}
        {shown.length > 0 ? (
          <dl data-sample="calculator" className="grid gap-x-10 gap-y-12 md:grid-cols-3">
            {shown.map((each) => (
              <Figure key={each.name} {...each} />
            ))}
          </dl>
        ) : null}
        {figures && asOf && shown.length > 0 ? (
          <p data-sample="calculator" className="mt-10 text-sm text-muted">
            {fill(asOf, { time: timeOf(figures, locale) })}
          </p>
        ) : null}
      </Band>
    )
  },
})

type Named = { name: string; how: string }
type Shown = Named & { value: string; visits: string }

function Figure({ name, how, value, visits }: Shown) {
  return (
    <div className="flex flex-col border-t border-line-strong pt-6">
      <dt className="text-secondary">{name}</dt>
      <dd className="sweep-text mt-1 self-start font-display text-4xl font-semibold tracking-tight md:text-5xl">
        {value}
      </dd>
      <dd className="mt-3 text-sm text-secondary">{fill(how, { visits })}</dd>
    </div>
  )
}

function inUnit(locale: string, unit: 'second' | 'millisecond' | 'kilobyte', value: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 2 : 0,
  }).format(value)
}

function timeOf({ at, timeZone }: PageFigures, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
}
