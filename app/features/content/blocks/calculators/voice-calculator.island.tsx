import { useState } from 'react'

import { fill } from '#app/lib/messages.ts'

import { Calculator } from './calculator.tsx'
import { Result } from './calculator-parts.tsx'
import { type AmountRange, type Formats, withinLimits } from './quantities.ts'
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
  contact: string
}

/** Computes the saving as the numbers change. Before hydration, and without script, it shows a worked example. */
export function VoiceCalculator({ texts, assumed, price, formats, contact }: VoiceCalculatorProps) {
  const [given, setGiven] = useState<VoiceCase>(() =>
    withinLimits({ ...voiceExample, ...assumed }, voiceQuantities),
  )
  const result = voiceSaving(given, price)
  const { lines, saving, percent, savesNothing } = describeVoice(result, texts, formats)
  return (
    <Calculator
      {...{ texts, inputs, assumptions, given, formats, lines, savesNothing, contact }}
      prefix="voice"
      quantities={voiceQuantities}
      onNumber={(name, value) => setGiven((before) => ({ ...before, [name]: value }))}
      derived={{
        name: 'talk',
        max: voiceQuantities.calls.max * given.minutes * given.days,
        value: result.talkMinutes,
        onValue: (minutes) => setGiven((before) => ({ ...before, calls: callsFor(minutes, before) })),
      }}
      className="bg-ink"
    >
      <Result label={texts.saving} pattern={texts.perMonth} amount={saving} />
      <span className="whitespace-nowrap text-secondary">{fill(texts.share, { percent })}</span>
    </Calculator>
  )
}
