import { defaultLocale, fill, type Messages } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useMessages } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { useSite } from '#app/ui/use-site.ts'

import type { Route } from './+types/about.route.ts'
import { aboutEn } from './about.en.ts'

const messages: Messages<typeof aboutEn> = { en: aboutEn }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = messages[defaultLocale]
  return pageMeta({ matches, title: metaTitle, description: metaDescription, path: '/about' })
}

export default function AboutRoute() {
  const { title, tagline, mission, why } = useMessages(messages)
  const { siteName } = useSite()
  return (
    <>
      <section aria-labelledby="page-title" className="relative overflow-hidden">
        <div
          data-enhance="orb"
          aria-hidden
          className="orb absolute top-1/2 left-1/2 w-[min(46rem,120vw)] -translate-x-1/2 -translate-y-1/2"
        >
          <canvas />
        </div>
        <div className="pointer-events-none relative container-page grid min-h-[34rem] content-center justify-items-center py-24 text-center md:min-h-[44rem]">
          <h1 id="page-title" className="max-w-[6em] text-hero font-bold">
            {fill(title, { siteName })}
          </h1>
          <p className="mt-6 max-w-[26rem] text-lead text-secondary">{tagline}</p>
        </div>
      </section>
      <div className="container-page grid gap-5 pb-24 md:pb-36 lg:grid-cols-[3fr_2fr]">
        <section
          aria-labelledby="mission-title"
          className="rounded-lg border border-line bg-raised p-7 sm:p-10"
        >
          <h2 id="mission-title" className="text-title">
            {mission.title}
          </h2>
          {mission.text.map((paragraph) => (
            <p key={paragraph} className="mt-5 max-w-[65ch] text-lead text-secondary">
              {paragraph}
            </p>
          ))}
        </section>
        <ContactInformation />
        <section
          aria-labelledby="why-title"
          className="rounded-lg border border-line p-7 sm:p-10 lg:col-span-2"
        >
          <h2 id="why-title" className="text-title">
            {fill(why.title, { siteName })}
          </h2>
          <ul className="mt-9 grid gap-x-12 gap-y-9 sm:grid-cols-2">
            {why.points.map((point) => (
              <li key={point.title} className="border-t border-line-strong pt-5">
                <h3 className="text-heading">{point.title}</h3>
                <p className="mt-2 text-secondary">{point.text}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function ContactInformation() {
  const { contact } = useMessages(messages)
  const { contactEmail } = useSite()
  const mail = (
    <a href={`mailto:${contactEmail}`} className="underline decoration-line-strong underline-offset-4">
      {contactEmail}
    </a>
  )
  const facts = [{ name: contact.email, value: mail }, contact.hours, contact.response, contact.location]
  return (
    <section
      aria-labelledby="contact-title"
      className="flex flex-col rounded-lg border border-line bg-raised p-7 sm:p-10"
    >
      <h2 id="contact-title" className="text-heading">
        {contact.title}
      </h2>
      <dl className="mt-6 mb-9 divide-y divide-line border-y border-line">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 py-3.5">
            <dt className="text-secondary">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <a
        href="/contact"
        className={buttonClass({ tone: 'sweep', size: 'lg', className: 'mt-auto self-start' })}
      >
        {contact.action}
      </a>
    </section>
  )
}
