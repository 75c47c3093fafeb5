import { Plus } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'
import { Section } from '#app/ui/section.tsx'

import { servicesShared } from '../shared.ts'

export type FaqEntry = { question: string; answer: string }

/** Questions that open in place, by the browser's own means. */
export function Faq({ entries }: { entries: readonly FaqEntry[] }) {
  const { faqTitle } = useMessages(servicesShared)
  return (
    <Section labelledBy="faq-title" className="border-t border-line">
      <div className="grid gap-10 lg:grid-cols-[1fr_2fr]">
        <h2 id="faq-title" className="text-title">
          {faqTitle}
        </h2>
        <div className="divide-y divide-line border-y border-line">
          {entries.map(({ question, answer }) => (
            <details key={question} className="faq group">
              <summary className="flex items-center justify-between gap-6 py-5 text-lg font-medium">
                {question}
                <Plus
                  aria-hidden
                  className="size-5 shrink-0 text-muted transition-transform duration-200 group-open:rotate-45"
                />
              </summary>
              <p className="max-w-[65ch] pb-6 text-secondary">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  )
}
