import { ContactFormBlock } from '#app/features/leads/form/contact-form-block.tsx'
import { Check } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'
import { Section } from '#app/ui/section.tsx'

import { useSite } from '#app/ui/use-site.ts'
import { siteMessages } from '../messages.ts'

export function ContactSection() {
  const { siteName } = useSite()
  const { contact } = useMessages(siteMessages).home
  return (
    <Section id="contact" labelledBy="contact-title" className="border-t border-line">
      <div className="grid gap-14 lg:grid-cols-[5fr_6fr] lg:gap-20">
        <div>
          <h2 id="contact-title" className="text-title">
            {contact.title}
          </h2>
          <p className="mt-5 text-lead text-secondary">{contact.text}</p>
          <ul className="mt-8 grid gap-3">
            {contact.points.map((point) => (
              <li key={point} className="flex items-start gap-3 text-secondary">
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-second" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <div className="rounded-lg border border-line bg-raised p-6 sm:p-9">
          <ContactFormBlock siteName={siteName} form="home" />
        </div>
      </div>
    </Section>
  )
}
