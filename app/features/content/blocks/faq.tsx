import { z } from 'zod'

import { Plus } from '#app/ui/icons.tsx'

import { defineBlock } from '../define-block.ts'
import { group, items, line, paragraph } from '../fields.ts'

import { Band, bandFields } from './band.tsx'

export const faqBlock = defineBlock({
  type: 'faq',
  version: 1,
  title: 'Questions and answers',
  help: 'Each question opens to show its answer. Search engines read the answers too.',
  schema: z.object({
    ...bandFields,
    entries: items(
      'Questions',
      group('Question', {
        question: line('Question', { max: 200, isRequired: true }),
        answer: paragraph('Answer', { max: 1500, isRequired: true }),
      }),
    ),
  }),
  Component({ id, ground, title, entries }) {
    return (
      <Band id={id} ground={ground}>
        <div className="grid gap-10 lg:grid-cols-[1fr_2fr]">
          <h2 id={`${id}-title`} className="text-title">
            {title}
          </h2>
          <div className="divide-y divide-line border-y border-line">
            {entries.map(({ question, answer }, index) => (
              <details key={index} className="faq group">
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
      </Band>
    )
  },
  structuredData({ entries }) {
    if (entries.length === 0) return []
    const mainEntity = entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    }))
    return [{ '@type': 'FAQPage', mainEntity }]
  },
})
