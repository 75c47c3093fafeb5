import { z } from 'zod'

import { cx } from '#app/lib/class-names.ts'
import { formatMoney } from '#app/lib/money.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useAround, useOwnService } from '../around.tsx'
import { defineBlock } from '../define-block.ts'
import { amount, group, items, line, paragraph, toggle } from '../fields.ts'
import { contactPath } from '../services.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { CheckedLines } from './checked-lines.tsx'

const planFields = {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'Please use lowercase letters, digits and hyphens.')
    .meta({ title: 'Short name in links', control: 'line' }),
  name: line('Name', { max: 60, isRequired: true }),
  text: paragraph('Text', { max: 300 }),
  price: amount('Price'),
  isPopular: toggle('Highlighted'),
  includes: items('What is included', line('Line', { max: 160 })),
}

/** Each plan links to the contact form with the service and the plan filled in. */
export const plansBlock = defineBlock({
  type: 'plans',
  version: 1,
  title: 'Plans',
  help: 'Plans at fixed prices. On a service’s page, each opens the contact form for that service.',
  schema: z.object({
    ...bandWithTextFields,
    popular: line('Label of the highlighted plan', { max: 40 }),
    choose: line('Button of each plan', { max: 40 }),
    plans: items('Plans', group('Plan', planFields), { max: 6 }),
  }),
  Component({ id, ground, title, text, popular, choose, plans }) {
    const locale = useLocale()
    const { id: pageId } = useAround()
    const currency = useOwnService()?.currency ?? 'USD'
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ul className="grid gap-5 lg:grid-cols-3">
          {plans.map((plan, index) => (
            <li
              key={index}
              className={cx(
                'flex flex-col rounded-lg border p-8',
                plan.isPopular ? 'border-accent bg-raised' : 'border-line',
              )}
            >
              <div className="flex items-center justify-between gap-4">
                <h3 id={`plan-${plan.id}`} className="text-heading">
                  {plan.name}
                </h3>
                {plan.isPopular && popular ? (
                  <span className="rounded-full border border-accent px-2.5 py-0.5 text-xs font-medium text-accent">
                    {popular}
                  </span>
                ) : null}
              </div>
              <p className="mt-2 text-secondary">{plan.text}</p>
              <p className="mt-6 font-display text-4xl font-semibold tracking-tight tabular-nums">
                {formatMoney(plan.price, currency, locale)}
              </p>
              <CheckedLines lines={plan.includes} className="mt-6 mb-8 grid gap-2.5" />
              <a
                href={contactPath(pageId, plan.id)}
                aria-describedby={`plan-${plan.id}`}
                className={buttonClass({
                  tone: plan.isPopular ? 'sweep' : 'outline',
                  size: 'lg',
                  className: 'mt-auto',
                })}
              >
                {choose}
              </a>
            </li>
          ))}
        </ul>
      </Band>
    )
  },
})
