import { useState } from 'react'

import { fill } from '#app/lib/messages.ts'

import { Ranges } from '../ranges.tsx'

import { Assumptions, NumberField, Result, ResultLine, SendThis, Sliders } from './calculator-parts.tsx'
import { type AmountRange, formatQuantity, type Formats, type Line, withinLimits } from './quantities.ts'
import {
  callsFor,
  describeVoice,
  type VoiceCase,
  voiceExample,
  type VoiceLabels,
  voiceQuantities,
  voiceSaving,
} from './voice-saving.ts'

const inputs = ['calls', 'minutes', 'days'] as const
const assumptions = ['occupancy', 'stillPeople', 'capacity', 'personFrom', 'personTo'] as const

export type VoiceCalculatorProps = {
  texts: VoiceLabels &
    Record<keyof typeof voiceQuantities | 'title' | 'assumptions' | 'formula' | 'send', string>
  assumed: Pick<VoiceCase, (typeof assumptions)[number]>
  price: AmountRange
  formats: Formats
  /** Of the contact form, where there is none on the page. */
  contact: string
}

/** Computes the saving as the numbers are moved. Before it wakes, and without script, it shows a worked example. */
export function VoiceCalculator({ texts, assumed, price, formats, contact }: VoiceCalculatorProps) {
  const [given, setGiven] = useState<VoiceCase>(() =>
    withinLimits({ ...voiceExample, ...assumed }, voiceQuantities),
  )
  const result = voiceSaving(given, price)
  const { lines, saving, percent, savesNothing } = describeVoice(result, texts, formats)
  const [today, withVoice] = lines
  const shared = {
    prefix: 'voice',
    quantities: voiceQuantities,
    labels: texts,
    given,
    formats,
    onNumber: (name: string, value: number) => setGiven((before) => ({ ...before, [name]: value })),
  }
  const numbers: Line[] = [...inputs, ...assumptions].map((name) => ({
    label: texts[name],
    value: formatQuantity(given[name], voiceQuantities[name], formats),
  }))
  return (
    <div className="grid gap-x-10 gap-y-8 rounded-lg border border-line bg-ink p-6 sm:p-9 lg:grid-cols-2">
      <div data-sample="calculator" className="grid content-start gap-7">
        <Sliders {...shared} names={inputs} />
        <NumberField
          id="voice-talk"
          label={texts.talk}
          min={1}
          max={voiceQuantities.calls.max * given.minutes * given.days}
          step={1}
          value={result.talkMinutes}
          onValue={(minutes) => setGiven((before) => ({ ...before, calls: callsFor(minutes, before) }))}
        />
      </div>
      <div data-sample="calculator" className="grid content-start gap-6">
        <output
          htmlFor={inputs.map((name) => `voice-${name}`).join(' ')}
          className="grid content-start gap-5"
        >
          {today ? <ResultLine {...today} /> : null}
          {withVoice ? <ResultLine {...withVoice} /> : null}
          {savesNothing ? (
            <span className="text-secondary">{texts.none}</span>
          ) : (
            <>
              <Result label={texts.saving} pattern={texts.perMonth} amount={saving} />
              <span className="whitespace-nowrap text-secondary">{fill(texts.share, { percent })}</span>
            </>
          )}
        </output>
        <SendThis words={texts.send} href={contact} title={texts.title} lines={[...numbers, ...lines]} />
      </div>
      <Assumptions {...shared} title={texts.assumptions} names={assumptions} />
      <p className="text-sm text-muted lg:col-span-2">
        <Ranges text={texts.formula} />
      </p>
    </div>
  )
}
