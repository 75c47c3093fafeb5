import { z } from 'zod'

import { buttonClass } from '#app/ui/button.tsx'
import { ArrowRight } from '#app/ui/icons.tsx'

import { defineBlock } from '#app/features/content/define-block.ts'
import { action, group, items, line, paragraph } from '#app/features/content/fields.ts'

import { HeroScene } from './hero-scene.tsx'
import { VoiceWave } from './voice-wave.tsx'

export const heroBlock = defineBlock({
  type: 'hero',
  version: 1,
  title: 'Opening of the home page',
  help: 'The first thing that visitors read, beside a scene of your work.',
  schema: z.object({
    eyebrow: line('Above the title'),
    before: line('Title', { isRequired: true }),
    phrase: line('End of the title, in colour', { max: 60 }),
    text: paragraph('First sentence'),
    start: action('First button'),
    more: action('Second button'),
    note: line('Note below the buttons'),
    scene: group('Scene', {
      caller: line('What happens'),
      when: line('When'),
      question: line('What the caller says', { max: 160 }),
      answer: line('What is answered', { max: 160 }),
      outcomes: items('What follows from it', line('Outcome', { max: 60 }), { max: 3 }),
    }),
  }),
  Component({ id, eyebrow, before, phrase, text, start, more, note, scene }) {
    return (
      <section aria-labelledby={`${id}-title`} className="hero relative overflow-hidden">
        <div aria-hidden className="hero-light" />
        <div className="container-page relative grid items-center gap-16 pt-20 pb-10 md:pt-28 md:pb-14 lg:grid-cols-[7fr_5fr]">
          <div>
            {eyebrow ? <p className="text-sm font-medium text-secondary">{eyebrow}</p> : null}
            <h1 id={`${id}-title`} className="mt-5 max-w-[15ch] text-hero font-bold">
              {before} <span className="sweep-text">{phrase}</span>
            </h1>
            {text ? <p className="mt-7 max-w-[34rem] text-lead text-secondary">{text}</p> : null}
            <div className="mt-9 flex flex-wrap items-center gap-3">
              {start.text && start.href ? (
                <a href={start.href} className={buttonClass({ tone: 'sweep', size: 'lg' })}>
                  {start.text}
                  <ArrowRight aria-hidden className="size-4" />
                </a>
              ) : null}
              {more.text && more.href ? (
                <a href={more.href} className={buttonClass({ tone: 'outline', size: 'lg' })}>
                  {more.text}
                </a>
              ) : null}
            </div>
            {note ? <p className="mt-5 text-sm text-muted">{note}</p> : null}
          </div>
          {scene.question && scene.answer ? <HeroScene {...scene} /> : null}
        </div>
        <VoiceWave />
      </section>
    )
  },
})
