import { fill, fillCount } from '#app/lib/messages.ts'
import { ArrowUpRight } from '#app/ui/icons.tsx'
import { useLocale, useTexts } from '#app/ui/locale.tsx'

import type { OfferedService } from '../describe-trial.server.ts'
import type { TrialMessages } from '../messages.en.ts'
import { trialTexts } from '../messages.ts'
import type { Sign } from '../suggestions.ts'

import { kilobytes } from './comparison.tsx'
import { PageLink } from './page-link.tsx'

/** Services that the visitor's pages show a use for, each with those pages. */
export function Suggestions({ services }: { services: readonly OfferedService[] }) {
  const texts = useTexts(trialTexts)
  const locale = useLocale()
  const { automated } = texts
  return (
    <section aria-labelledby="automated-title">
      <h2 id="automated-title" className="text-title">
        {automated.title}
      </h2>
      <p className="mt-5 max-w-3xl text-secondary">
        {services.length === 0 ? automated.none : automated.text}
      </p>
      <ul className="mt-8 grid gap-5 md:grid-cols-2">
        {services.map((service) => (
          <li key={service.id} className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-6">
            <div>
              <h3 className="text-heading">{service.name}</h3>
              {service.price ? <p className="mt-1 text-secondary">{service.price}</p> : null}
            </div>
            <ul className="grid gap-3">
              {service.evidence.map(({ sign, page }) => (
                <li key={`${sign.kind} ${page.url}`}>
                  <p>{sentenceOf(sign, texts, locale)}</p>
                  <p className="text-sm text-muted wrap-anywhere">
                    {automated.evidence} <PageLink page={page} />
                  </p>
                </li>
              ))}
            </ul>
            {service.plans.length > 0 ? (
              <ul className="flex flex-wrap gap-2 text-sm text-secondary">
                {service.plans.map((plan) => (
                  <li key={plan.name} className="rounded-full border border-line px-3 py-1">
                    {plan.name} · <span className="tabular-nums">{plan.price}</span>
                  </li>
                ))}
              </ul>
            ) : null}
            <a
              href={service.path}
              className="mt-auto inline-flex items-center gap-1.5 text-sm font-medium text-primary"
            >
              {fill(automated.more, { service: service.name })}
              <ArrowUpRight aria-hidden className="size-4 rtl:-scale-x-100" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentenceOf(sign: Sign, { automated: { signs }, measured }: TrialMessages, locale: string): string {
  const size = (bytes: number) => fill(measured.kilobytes, { size: kilobytes(bytes, locale) })
  switch (sign.kind) {
    case 'phone':
      return fill(signs.phone, { phone: sign.phone })
    case 'questions':
      return fillCount(signs.questions, sign.count, { locale })
    case 'weight':
      return fill(signs.weight, { theirs: size(sign.theirs), ours: size(sign.ours) })
    default:
      return signs[sign.kind]
  }
}
