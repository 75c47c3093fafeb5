import { z } from 'zod'

import { chatTexts } from '#app/features/chat/messages.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import { useAround } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { group, items, line, paragraph, rich } from '#app/features/content/fields.ts'
import { BookOpenText } from '#app/ui/icons.tsx'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { Band, bandWithTextFields } from '../band.tsx'

import { SampleAssistant } from './sample-assistant.island.tsx'

export type SampleDocument = { title: string; text: string }

export const sampleAssistantBlock = defineBlock({
  type: 'sample-assistant',
  version: 1,
  title: 'Assistant with sample documents',
  help: 'Visitors ask a live assistant that knows a made-up business. Until an AI provider is set up, it shows the answers you wrote.',
  schema: z.object({
    ...bandWithTextFields,
    name: line('Name of the made-up business', { max: 60, isRequired: true }),
    note: line('Note that it is an example', { max: 200 }),
    played: line('Note above answers that you wrote', { max: 80 }),
    greeting: line('Greeting of the assistant', { max: 200 }),
    question: line('Name of the text field', { max: 60, isRequired: true }),
    ask: line('Button that asks', { max: 40, isRequired: true }),
    starters: items(
      'Suggested questions',
      group('Question', {
        question: line('Question', { max: 200, isRequired: true }),
        answer: paragraph('Answer until a provider is set up', { isRequired: true }),
        source: line('Document it comes from'),
      }),
      { max: 3 },
    ),
    documentsTitle: line('Title above the documents', { max: 60 }),
    documents: items(
      'Documents',
      group('Document', {
        title: line('Title', { max: 80, isRequired: true }),
        text: rich('Text', { max: 4000, isRequired: true }),
      }),
      {
        max: 6,
        description: 'Each paragraph can be cited. The assistant on your own pages does not read them.',
      },
    ),
  }),
  Component({ id, ground, title, text, starters, documentsTitle, documents, ...words }) {
    const { path } = useAround()
    const widget = useTexts(widgetTexts)
    const { name, note, played, greeting, question, ask } = words
    const { sources, source, page, you, person, cut, stopped, retry, offline, typing } = widget
    const { sampleLog: log } = useTexts(chatTexts)
    const texts = {
      name,
      note,
      played,
      greeting,
      question,
      ask,
      log,
      typing,
      message: { sources, source, page, you, person, cut, stopped, retry, offline, botName: name },
    }
    return (
      <Band id={id} ground={ground}>
        <div className="grid items-start gap-12 lg:grid-cols-[2fr_3fr] lg:gap-20">
          <div>
            <SectionHead id={`${id}-title`} title={title} text={text} />
            <div data-sample="dialogue" className="mt-8">
              <h3 className="text-sm font-medium text-secondary">{documentsTitle}</h3>
              <div className="mt-3 border-t border-line">
                {documents.map((document, index) => (
                  <details key={index} className="border-b border-line py-3">
                    <summary className="flex cursor-pointer items-center gap-3">
                      <BookOpenText aria-hidden className="size-4 shrink-0 text-second" />
                      {document.title}
                    </summary>
                    <p className="mt-2 text-sm whitespace-pre-line text-secondary">{document.text}</p>
                  </details>
                ))}
              </div>
            </div>
          </div>
          <Island
            name="sample-assistant"
            of={SampleAssistant}
            props={{ texts, starters: withPassages(starters, documents), page: path, block: id }}
            when="intent"
          />
        </div>
      </Band>
    )
  },
})

type Written = { question: string; answer: string; source: string }

function withPassages(starters: readonly Written[], documents: readonly SampleDocument[]) {
  const textOf = new Map(documents.map(({ title, text }) => [title, text]))
  return starters.map((starter) => ({ ...starter, passage: textOf.get(starter.source) ?? null }))
}
