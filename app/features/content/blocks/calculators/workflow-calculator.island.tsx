import { useState } from 'react'

import { currencySign, formatMoney } from '#app/lib/money.ts'
import { RangeField } from '#app/ui/range-field.tsx'

import { type WorkflowCase, workflowSaving } from './workflow-saving.ts'

export type WorkflowCalculatorProps = {
  texts: Record<'people' | 'hours' | 'rate' | 'hoursSaved' | 'perMonth' | 'perYear' | 'formula', string>
  /** Of the routine that is automated, from 0 to 1. */
  share: number
  currency: string
  locale: string
}

const start: WorkflowCase = { people: 3, hours: 8, rate: 35 }

/** Reckons the return as the numbers are moved. Before it wakes, and without script, it shows a worked example. */
export function WorkflowCalculator({ texts, share, currency, locale }: WorkflowCalculatorProps) {
  const [given, setGiven] = useState(start)
  const { hoursPerMonth, perMonth, perYear } = workflowSaving(given, share)
  const set = (key: keyof WorkflowCase) => (value: number) =>
    setGiven((before) => ({ ...before, [key]: value }))
  return (
    <div className="grid gap-10 rounded-lg border border-line bg-raised p-6 sm:p-9 lg:grid-cols-2">
      <div data-sample="calculator" className="grid content-start gap-7">
        <RangeField
          id="work-people"
          label={texts.people}
          min={1}
          max={50}
          value={given.people}
          locale={locale}
          onValue={set('people')}
        />
        <RangeField
          id="work-hours"
          label={texts.hours}
          min={1}
          max={40}
          value={given.hours}
          locale={locale}
          onValue={set('hours')}
        />
        <RangeField
          id="work-rate"
          label={`${texts.rate} (${currencySign(currency, locale)})`}
          min={10}
          max={150}
          step={5}
          value={given.rate}
          locale={locale}
          onValue={set('rate')}
        />
      </div>
      <output
        htmlFor="work-people work-hours work-rate"
        data-sample="calculator"
        className="grid content-start gap-5"
      >
        <span className="flex justify-between gap-4 border-b border-line pb-4 text-secondary">
          {texts.hoursSaved} <span className="tabular-nums">{hoursPerMonth.toLocaleString(locale)}</span>
        </span>
        <span className="flex justify-between gap-4 border-b border-line pb-4 text-secondary">
          {texts.perMonth} <span className="tabular-nums">{formatMoney(perMonth, currency, locale)}</span>
        </span>
        <span className="block">
          <span className="block text-secondary">{texts.perYear}</span>
          <span className="sweep-text mt-1 inline-block font-display text-4xl font-semibold tracking-tight tabular-nums md:text-5xl">
            {formatMoney(perYear, currency, locale)}
          </span>
        </span>
      </output>
      <p className="text-sm text-muted lg:col-span-2">{texts.formula}</p>
    </div>
  )
}
