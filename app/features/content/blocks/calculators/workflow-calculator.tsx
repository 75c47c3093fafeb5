import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useOwnService } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { amount, group, items, line, paragraph } from '#app/features/content/fields.ts'
import { Band, bandWithTextFields } from '../band.tsx'

import { WorkflowCalculator } from './workflow-calculator.island.tsx'

export const workflowCalculatorBlock = defineBlock({
  type: 'workflow-calculator',
  version: 1,
  title: 'Calculator: what a routine costs',
  help: 'Figures, and a calculator of what is saved where software takes over a share of a routine.',
  schema: z.object({
    ...bandWithTextFields,
    figures: items(
      'Figures',
      group('Figure', { figure: line('Figure', { max: 30, isRequired: true }), text: line('What it is') }),
      { max: 6 },
    ),
    percent: amount('Share of the routine that software takes over, in percent', { max: 100 }),
    calculator: group('Calculator', {
      title: line('Title'),
      text: line('Text'),
      people: line('People'),
      hours: line('Hours'),
      rate: line('Cost of an hour'),
      hoursSaved: line('Hours saved'),
      perMonth: line('Saved each month'),
      perYear: line('Saved each year'),
      formula: paragraph('How it is computed', { places: ['percent'] }),
    }),
  }),
  Component({ id, ground, title, text, figures, percent, calculator }) {
    const locale = useLocale()
    const currency = useOwnService()?.currency ?? 'USD'
    const { title: calculatorTitle, text: calculatorText, ...texts } = calculator
    const formula = fill(texts.formula, { percent: `${percent}%` })
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-10" />
        {figures.length > 0 ? (
          <dl className="mb-16 grid gap-8 sm:grid-cols-3">
            {figures.map((each, index) => (
              <div key={index} className="flex flex-col-reverse gap-1 border-t border-line-strong pt-5">
                <dt className="text-secondary">{each.text}</dt>
                <dd className="font-display text-4xl font-semibold tracking-tight">{each.figure}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <h3 className="text-heading">{calculatorTitle}</h3>
        <p className="mt-1 mb-6 text-secondary">{calculatorText}</p>
        <Island
          name="workflow-calculator"
          of={WorkflowCalculator}
          props={{ texts: { ...texts, formula }, share: percent / 100, currency, locale }}
          when="intent"
        />
      </Band>
    )
  },
})
