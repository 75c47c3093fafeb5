import { z } from 'zod'

import { cx } from '#app/lib/class-names.ts'
import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useNamedServices } from '#app/features/content/around.tsx'
import { defineBlock } from '#app/features/content/define-block.ts'
import { action, group, items, line, paragraph, serviceId } from '#app/features/content/fields.ts'

import { Band, bandFields } from '../band.tsx'
import { Ranges } from '../ranges.tsx'

import { CallDemo, ChatDemo, SiteDemo, VideoDemo, WorkflowDemo } from './service-demos.tsx'

export const serviceGridBlock = defineBlock({
  type: 'service-grid',
  version: 1,
  title: 'Services with moving pictures',
  help: 'Cards of services. The picture of each is chosen in the details of the service’s page.',
  schema: z.object({
    ...bandFields,
    words: items('Words shown after the title, one after the other', line('Word', { max: 40 }), { max: 5 }),
    text: paragraph('Text below the title'),
    services: items('Services; all if none is chosen', serviceId('Service')),
    ready: line('Wording of the time', { places: ['timeline'] }),
    all: action('Button'),
    demos: group('Words in the moving pictures', {
      chatQuestion: line('Chat: question', { max: 60 }),
      chatAnswer: line('Chat: answer', { max: 80 }),
      workflow: items('Workflow: steps', line('Step', { max: 30 }), { max: 4 }),
      call: line('Call: state', { max: 30 }),
      callAnswer: line('Call: what is said', { max: 60 }),
    }),
  }),
  Component({ id, ground, title, words, text, services, ready, all, demos }) {
    const pictures = {
      none: null,
      chat: <ChatDemo question={demos.chatQuestion} answer={demos.chatAnswer} />,
      workflow: <WorkflowDemo steps={demos.workflow} />,
      site: <SiteDemo />,
      video: <VideoDemo />,
      call: <CallDemo state={demos.call} said={demos.callAnswer} />,
    }
    return (
      <Band id={id} ground={ground}>
        <SectionHead
          id={`${id}-title`}
          title={
            <>
              {title} {words.length > 0 ? <RotatingWord words={words} /> : null}
            </>
          }
          text={text}
        />
        <ul className="mt-14 grid gap-5 md:grid-cols-6">
          {useNamedServices(services).map((service, index) => (
            <li
              key={service.id}
              className={cx(
                'md:col-span-3',
                index > 1 && 'lg:col-span-2',
                index > 1 && 'md:last:col-span-6 lg:last:col-span-2',
              )}
            >
              <a
                href={service.path}
                className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-ink no-underline transition-colors duration-200 hover:border-line-strong"
              >
                {service.demo === 'none' ? null : (
                  <div
                    aria-hidden
                    data-sample="dialogue"
                    className="demo grid h-52 place-items-center overflow-hidden border-b border-line"
                  >
                    {pictures[service.demo]}
                  </div>
                )}
                <div className="flex flex-1 flex-col p-7">
                  <h3 className="text-heading">{service.name}</h3>
                  <p className="mt-2 flex-1 text-secondary">{service.summary}</p>
                  {ready && service.timeline ? (
                    <p className="mt-5 text-sm text-muted">
                      <Ranges text={fill(ready, { timeline: service.timeline })} />
                    </p>
                  ) : null}
                </div>
              </a>
            </li>
          ))}
        </ul>
        {all.text && all.href ? (
          <div className="mt-12 flex justify-center">
            <a href={all.href} className={buttonClass({ tone: 'outline', size: 'lg' })}>
              {all.text}
            </a>
          </div>
        ) : null}
      </Band>
    )
  },
})

/** Words that the animation shows in turn; fewer words are repeated. */
const TURNS = 5

/**
 * Shows one word after another for 2000 ms each, by CSS alone. All words share one grid cell, which is as wide as the
 * widest, so that nothing around them moves. Screen readers get the whole list as one phrase.
 */
function RotatingWord({ words }: { words: readonly string[] }) {
  const turns = Array.from({ length: TURNS }, (_, turn) => words[turn % words.length])
  return (
    <>
      <span className="sr-only">{words.join(', ')}</span>
      <span aria-hidden data-sample="repeated" className="rotating-word">
        {turns.map((word, index) => (
          <span key={index} className={`sweep-text rotating-word-${index}`}>
            {word}
          </span>
        ))}
      </span>
    </>
  )
}
