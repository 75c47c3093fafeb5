import { defaultLocale, type Messages } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ArrowUpRight } from '#app/ui/icons.tsx'
import { useLocale, useMessages } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { breadcrumbs } from '../parts/service-meta.ts'
import { servicesShared } from '../shared.ts'

import type { Route } from './+types/overview.route.ts'
import { ConstellationVisual } from './constellation-visual.tsx'
import { listOffers, type Offer } from './list-offers.ts'
import { OffersTable } from './offers-table.tsx'
import { overviewEn } from './overview.en.ts'

const messages: Messages<typeof overviewEn> = { en: overviewEn }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = messages[defaultLocale]
  const shared = servicesShared[defaultLocale]
  return pageMeta({
    matches,
    title: metaTitle,
    description: metaDescription,
    path: '/services',
    jsonLd: ({ publicUrl }) => [
      breadcrumbs(publicUrl, [
        [shared.home, '/'],
        [shared.services, '/services'],
      ]),
    ],
  })
}

export default function OverviewRoute() {
  const texts = useMessages(messages)
  return (
    <>
      <section aria-labelledby="page-title" className="relative overflow-hidden border-b border-line">
        <div aria-hidden className="service-light" />
        <div className="container-page relative grid items-center gap-10 py-16 md:py-24 lg:grid-cols-[6fr_5fr]">
          <div>
            <h1 id="page-title" className="text-hero font-bold">
              {texts.title}
            </h1>
            <p className="mt-6 max-w-[36rem] text-lead text-secondary">{texts.text}</p>
          </div>
          <div aria-hidden className="hidden lg:block">
            <ConstellationVisual />
          </div>
        </div>
      </section>
      <div className="container-page py-16 md:py-24">
        <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
          {listOffers(useLocale()).map((offer) => (
            <OfferCard key={offer.path} offer={offer} action={texts.learnMore} />
          ))}
        </ul>
      </div>
      <Section labelledBy="compare-title" className="border-t border-line">
        <SectionHead
          id="compare-title"
          title={texts.compareTitle}
          text={texts.compareText}
          className="mb-12"
        />
        <OffersTable caption={texts.compareTitle} heads={texts.heads} />
      </Section>
      <Section labelledBy="contact-title" className="border-t border-line bg-raised">
        <div className="flex flex-wrap items-end justify-between gap-9">
          <SectionHead id="contact-title" title={texts.contactTitle} text={texts.contactText} />
          <a href="/contact" className={buttonClass({ tone: 'sweep', size: 'lg' })}>
            {texts.contactAction}
          </a>
        </div>
      </Section>
    </>
  )
}

function OfferCard({ offer, action }: { offer: Offer; action: string }) {
  const { name, path, icon: Icon, summary, timeline, price } = offer
  return (
    <li className="bg-ink">
      <a
        href={path}
        className="group flex h-full flex-col p-7 no-underline transition-colors hover:bg-raised"
      >
        <Icon aria-hidden className="size-6 text-accent" />
        <h2 className="mt-5 text-heading">{name}</h2>
        <p className="mt-2 flex-1 text-secondary">{summary}</p>
        <p className="mt-5 text-sm text-secondary">
          {timeline} · {price}
        </p>
        <span className="mt-4 inline-flex items-center gap-1.5 text-sm font-medium">
          {action}
          <ArrowUpRight
            aria-hidden
            className="size-4 transition-transform duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
          />
        </span>
      </a>
    </li>
  )
}
