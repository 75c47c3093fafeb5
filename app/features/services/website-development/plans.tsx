import { cx } from '#app/lib/class-names.ts'
import { formatDollars } from '#app/lib/money.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Check } from '#app/ui/icons.tsx'
import { useLocale, useMessages } from '#app/ui/locale.tsx'

import { websitePlans } from '../figures.ts'
import { servicesShared } from '../shared.ts'

import type { websiteDevelopmentEn } from './website-development.en.ts'

/** The three plans; each leads to the contact form with service and plan filled in. */
export function Plans({ texts }: { texts: Pick<typeof websiteDevelopmentEn, 'plans' | 'popular'> }) {
  const locale = useLocale()
  const { getStarted } = useMessages(servicesShared)
  return (
    <ul className="grid gap-5 lg:grid-cols-3">
      {websitePlans.map(({ slug, price }) => {
        const plan = texts.plans[slug]
        const isPopular = slug === 'professional'
        return (
          <li
            key={slug}
            className={cx(
              'flex flex-col rounded-lg border p-8',
              isPopular ? 'border-accent bg-raised' : 'border-line',
            )}
          >
            <div className="flex items-center justify-between gap-4">
              <h3 id={`plan-${slug}`} className="text-heading">
                {plan.name}
              </h3>
              {isPopular ? (
                <span className="rounded-full border border-accent px-2.5 py-0.5 text-xs font-medium text-accent">
                  {texts.popular}
                </span>
              ) : null}
            </div>
            <p className="mt-2 text-secondary">{plan.text}</p>
            <p className="mt-6 font-display text-4xl font-semibold tracking-tight tabular-nums">
              {formatDollars(price, locale)}
            </p>
            <ul className="mt-6 mb-8 grid gap-2.5">
              {[plan.pages, plan.support, ...plan.includes].map((line) => (
                <li key={line} className="flex items-start gap-3 text-secondary">
                  <Check aria-hidden className="mt-1 size-4 shrink-0 text-second" />
                  {line}
                </li>
              ))}
            </ul>
            <a
              href={`/contact?service=website-development&plan=${slug}`}
              aria-describedby={`plan-${slug}`}
              className={buttonClass({
                tone: isPopular ? 'sweep' : 'outline',
                size: 'lg',
                className: 'mt-auto',
              })}
            >
              {getStarted}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
