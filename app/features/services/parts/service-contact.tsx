import { ContactFormBlock } from '#app/features/leads/form/contact-form-block.tsx'
import { useLocale, useMessages } from '#app/ui/locale.tsx'
import { Section } from '#app/ui/section.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { getService, type ServiceSlug } from '../services.ts'
import { servicesShared } from '../shared.ts'

/** The contact form with the page's service filled in. */
export function ServiceContact({ slug }: { slug: ServiceSlug }) {
  const { contactTitle, contactText } = useMessages(servicesShared)
  const { siteName } = useSite()
  const { name } = getService(slug, useLocale())
  return (
    <Section id="contact" labelledBy="contact-title" className="border-t border-line">
      <div className="grid gap-14 lg:grid-cols-[5fr_6fr] lg:gap-20">
        <div>
          <h2 id="contact-title" className="text-title">
            {contactTitle}
          </h2>
          <p className="mt-5 text-lead text-secondary">{contactText}</p>
        </div>
        <div className="rounded-lg border border-line bg-raised p-6 sm:p-9">
          <ContactFormBlock siteName={siteName} form={slug} service={name} />
        </div>
      </div>
    </Section>
  )
}
