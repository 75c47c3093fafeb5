import { useState } from 'react'

import { fill } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import { RangeField } from '#app/ui/range-field.tsx'

import { type VoiceCase, type VoicePrices, voiceSaving } from './voice-saving.ts'

export type VoiceCalculatorProps = {
  texts: Record<
    'agents' | 'hours' | 'minutes' | 'human' | 'voice' | 'saving' | 'perMonth' | 'share' | 'none' | 'formula',
    string
  >
  prices: VoicePrices
  currency: string
  locale: string
}

const start: VoiceCase = { agents: 2, hours: 40, minutes: 6000 }

/** Reckons the saving as the numbers are moved. Before it wakes, and without script, it shows a worked example. */
export function VoiceCalculator({ texts, prices, currency, locale }: VoiceCalculatorProps) {
  const [given, setGiven] = useState(start)
  const { human, voice, saving, share } = voiceSaving(given, prices)
  const perMonth = (amount: number) => fill(texts.perMonth, { amount: formatMoney(amount, currency, locale) })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
  const set = (key: keyof VoiceCase) => (value: number) => setGiven((before) => ({ ...before, [key]: value }))
  return (
    <div className="grid gap-10 rounded-lg border border-line bg-ink p-6 sm:p-9 lg:grid-cols-2">
      <div data-sample="calculator" className="grid content-start gap-7">
        <RangeField
          id="voice-agents"
          label={texts.agents}
          min={1}
          max={20}
          value={given.agents}
          locale={locale}
          onValue={set('agents')}
        />
        <RangeField
          id="voice-hours"
          label={texts.hours}
          min={5}
          max={40}
          step={5}
          value={given.hours}
          locale={locale}
          onValue={set('hours')}
        />
        <RangeField
          id="voice-minutes"
          label={texts.minutes}
          min={500}
          max={60_000}
          step={500}
          value={given.minutes}
          locale={locale}
          onValue={set('minutes')}
        />
      </div>
      <output
        htmlFor="voice-agents voice-hours voice-minutes"
        data-sample="calculator"
        className="grid content-start gap-5"
      >
        <span className="flex justify-between gap-4 border-b border-line pb-4 text-secondary">
          {texts.human} <span className="tabular-nums">{perMonth(human)}</span>
        </span>
        <span className="flex justify-between gap-4 border-b border-line pb-4 text-secondary">
          {texts.voice} <span className="tabular-nums">{perMonth(voice)}</span>
        </span>
        {saving > 0 ? (
          <span className="block">
            <span className="block text-secondary">{texts.saving}</span>
            <span className="sweep-text mt-1 inline-block font-display text-4xl font-semibold tracking-tight tabular-nums md:text-5xl">
              {perMonth(saving)}
            </span>
            <span className="mt-1 block text-secondary">{fill(texts.share, { percent })}</span>
          </span>
        ) : (
          <span className="text-secondary">{texts.none}</span>
        )}
      </output>
      <p className="text-sm text-muted lg:col-span-2">{texts.formula}</p>
    </div>
  )
}
