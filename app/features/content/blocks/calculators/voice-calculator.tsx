import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import { Island } from '#app/ui/island.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useServices } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { amount, group, line, paragraph, serviceId } from '#app/features/content/fields.ts'
import { contactPath } from '#app/features/content/services.ts'
import { Band, bandWithTextFields } from '../band.tsx'
import { comparisonFields, ComparisonTable } from '../comparison-table.tsx'

import { keepWords, voiceTexts } from './calculator-texts.ts'
import { between } from './quantities.ts'
import { VoiceCalculator } from './voice-calculator.island.tsx'

/** Uses the prices of the chosen service, which must have a monthly price. */
export const voiceCalculatorBlock = defineBlock({
  type: 'voice-calculator',
  version: 2,
  title: 'Calculator: people or voice agents',
  help: 'A comparison, and a calculator of what a monthly service saves compared with people on the phone. Visitors can send their result with the contact form on the same page.',
  schema: z.object({
    ...bandWithTextFields,
    comparison: group('Comparison', comparisonFields),
    service: serviceId('Service whose price is used'),
    personFrom: amount('Monthly cost of a person on the phone, from'),
    personTo: amount('Up to'),
    occupancy: amount('Assumed share of paid time spent on calls, in percent', { max: 95 }),
    stillPeople: amount('Assumed share of calls that a person still takes, in percent', { max: 95 }),
    capacity: amount('Minutes a month that one voice agent takes at its price'),
    calculator: group('Calculator', {
      title: line('Title'),
      text: line('Text'),
      calls: line('Calls a day'),
      minutes: line('Minutes a call'),
      days: line('Days a month'),
      talk: line('Minutes a month'),
      human: line('Cost with people'),
      voice: line('Cost with the service'),
      saving: line('Saving'),
      perMonth: line('An amount per month', { places: ['amount'] }),
      share: line('The saving in percent', { places: ['percent'] }),
      none: paragraph('Text if nothing is saved'),
      assumptions: line('Title of the assumptions'),
      occupancy: line('Share of paid time spent on calls'),
      stillPeople: line('Share of calls that a person still takes'),
      capacity: line('Minutes of one voice agent'),
      personFrom: line('Cost of a person, from'),
      personTo: line('Cost of a person, up to'),
      formula: paragraph('How it is calculated', { places: ['agentFrom', 'agentTo'] }),
      send: line('Button that puts the result into the contact form'),
    }),
  }),
  migrate(props) {
    return {
      ...props,
      occupancy: 60,
      stillPeople: 30,
      capacity: 10_000,
      calculator: keepWords(voiceTexts, props['calculator'], {
        title: 'title',
        text: 'text',
        talk: 'minutes',
        human: 'human',
        voice: 'voice',
        saving: 'saving',
        perMonth: 'perMonth',
        share: 'share',
        none: 'none',
      }),
    }
  },
  Component({ id, ground, title, text, comparison, service: serviceOf, calculator, ...assumed }) {
    const locale = useLocale()
    const service = useServices().find((known) => known.id === serviceOf)
    const { priceFrom, priceTo, currency } = service ?? {}
    const price = priceFrom && between(priceFrom, priceTo ?? priceFrom)
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        {comparison.rows.length > 0 ? <ComparisonTable {...comparison} /> : null}
        {price && currency ? (
          <>
            <h3 className="mt-16 text-heading">{calculator.title}</h3>
            <p className="mt-1 mb-6 text-secondary">{calculator.text}</p>
            <Island
              name="voice-calculator"
              of={VoiceCalculator}
              props={{
                texts: {
                  ...calculator,
                  formula: fill(calculator.formula, {
                    agentFrom: formatMoney(price.from, currency, locale),
                    agentTo: formatMoney(price.to, currency, locale),
                  }),
                },
                assumed,
                price,
                formats: { locale, currency },
                contact: contactPath(serviceOf),
              }}
              when="intent"
            />
          </>
        ) : null}
      </Band>
    )
  },
})
