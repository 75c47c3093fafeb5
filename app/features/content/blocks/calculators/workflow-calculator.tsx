import { z } from 'zod'

import { Island } from '#app/ui/island.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useOwnService } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { amount, group, items, line, paragraph } from '#app/features/content/fields.ts'
import { contactPath } from '#app/features/content/services.ts'
import { Band, bandWithTextFields } from '../band.tsx'

import { keepWords, workflowTexts } from './calculator-texts.ts'
import { WorkflowCalculator } from './workflow-calculator.island.tsx'

export const workflowCalculatorBlock = defineBlock({
  type: 'workflow-calculator',
  version: 2,
  title: 'Calculator: what a routine costs',
  help: 'Figures, and a calculator of what is saved when software takes over part of a routine. Visitors can send their result with the contact form on the same page.',
  schema: z.object({
    ...bandWithTextFields,
    figures: items(
      'Figures',
      group('Figure', { figure: line('Figure', { max: 30, isRequired: true }), text: line('What it is') }),
      { max: 6 },
    ),
    days: amount('Assumed working days a month', { max: 31 }),
    shareFrom: amount('Assumed share that software takes over, at least, in percent', { max: 95 }),
    shareTo: amount('Assumed share that software takes over, at most, in percent', { max: 95 }),
    checking: amount('Of that, assumed time to check the results, in percent', { max: 95 }),
    cost: amount('Yearly cost of the service; 0 if you quote it individually'),
    calculator: group('Calculator', {
      title: line('Title'),
      text: line('Text'),
      people: line('People'),
      runs: line('Times a day'),
      minutes: line('Minutes each time'),
      rate: line('Cost of an hour'),
      hours: line('Hours a month'),
      hoursToday: line('Hours a year today'),
      hoursSaved: line('Hours saved'),
      perYear: line('Saved each year'),
      none: paragraph('Text if nothing is saved'),
      assumptions: line('Title of the assumptions'),
      days: line('Working days a month'),
      shareFrom: line('Share that software takes over, at least'),
      shareTo: line('Share that software takes over, at most'),
      checking: line('Time to check the results'),
      cost: line('Cost of the service a year'),
      formula: paragraph('How it is calculated'),
      send: line('Button that puts the result into the contact form'),
    }),
  }),
  migrate({ percent, ...props }) {
    const shareTo = Math.min(95, Number(percent))
    return {
      ...props,
      days: 21,
      shareFrom: Math.max(0, shareTo - 30),
      shareTo,
      checking: 10,
      cost: 0,
      calculator: keepWords(workflowTexts, props['calculator'], {
        title: 'title',
        text: 'text',
        people: 'people',
        rate: 'rate',
        perYear: 'perYear',
      }),
    }
  },
  Component({ id, ground, title, text, figures, calculator, ...assumed }) {
    const locale = useLocale()
    const service = useOwnService()
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
        <h3 className="text-heading">{calculator.title}</h3>
        <p className="mt-1 mb-6 text-secondary">{calculator.text}</p>
        <Island
          name="workflow-calculator"
          of={WorkflowCalculator}
          props={{
            texts: calculator,
            assumed,
            formats: { locale, currency: service?.currency ?? 'USD' },
            contact: service ? contactPath(service.id) : '/contact',
          }}
          when="intent"
        />
      </Band>
    )
  },
})
