import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import { Island } from '#app/ui/island.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useServices } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { amount, group, line, paragraph, serviceId } from '#app/features/content/fields.ts'
import { Band, bandWithTextFields } from '../band.tsx'
import { comparisonFields, ComparisonTable } from '../comparison-table.tsx'

import { VoiceCalculator } from './voice-calculator.island.tsx'
import { middleOf } from './voice-saving.ts'

const label = (title: string) => line(title)

/** Computes with the prices of the service that it names, which must cost by the month. */
export const voiceCalculatorBlock = defineBlock({
  type: 'voice-calculator',
  version: 1,
  title: 'Calculator: people or voice agents',
  help: 'A comparison, and a calculator of what a service by the month saves against people on the phone.',
  schema: z.object({
    ...bandWithTextFields,
    comparison: group('Comparison', comparisonFields),
    service: serviceId('Service whose price is computed with'),
    personFrom: amount('A person on the phone costs a month, from'),
    personTo: amount('Up to'),
    calculator: group('Calculator', {
      title: line('Title'),
      text: line('Text'),
      agents: label('People'),
      hours: label('Hours'),
      minutes: label('Minutes'),
      human: label('Cost with people'),
      voice: label('Cost with the service'),
      saving: label('Saving'),
      perMonth: line('An amount by the month', { places: ['amount'] }),
      share: line('The saving as a share', { places: ['percent'] }),
      none: paragraph('Where nothing is saved'),
      formula: paragraph('How it is computed', {
        places: ['personMiddle', 'personFrom', 'personTo', 'agentFrom', 'agentTo'],
      }),
    }),
  }),
  Component({ id, ground, title, text, comparison, service: serviceOf, calculator, ...person }) {
    const locale = useLocale()
    const service = useServices().find((known) => known.id === serviceOf)
    const { title: calculatorTitle, text: calculatorText, ...texts } = calculator
    const { priceFrom, priceTo, currency } = service ?? {}
    const money = (sum: number) => formatMoney(sum, currency ?? 'USD', locale)
    const prices = priceFrom && { ...person, agentFrom: priceFrom, agentTo: priceTo ?? priceFrom }
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        {comparison.rows.length > 0 ? <ComparisonTable {...comparison} /> : null}
        {prices && currency ? (
          <>
            <h3 className="mt-16 text-heading">{calculatorTitle}</h3>
            <p className="mt-1 mb-6 text-secondary">{calculatorText}</p>
            <Island
              name="voice-calculator"
              of={VoiceCalculator}
              props={{
                texts: {
                  ...texts,
                  formula: fill(
                    texts.formula,
                    mapAmounts({ ...prices, personMiddle: middleOf(prices) }, money),
                  ),
                },
                prices,
                currency,
                locale,
              }}
              when="intent"
            />
          </>
        ) : null}
      </Band>
    )
  },
})

function mapAmounts(amounts: Record<string, number>, money: (sum: number) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [name, money(sum)]))
}
