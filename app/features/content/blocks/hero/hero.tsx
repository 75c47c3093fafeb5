import { z } from 'zod'

import { buttonClass } from '#app/ui/button.tsx'
import { ArrowRight, CalendarCheck, FileCheck2, MessageSquareText, PhoneIncoming } from '#app/ui/icons.tsx'
import { WaveBars } from '#app/ui/wave-bars.tsx'

import { defineBlock } from '#app/features/content/define-block.ts'
import { action, group, items, line, paragraph } from '#app/features/content/fields.ts'

import { voiceHeights } from './voice-heights.ts'

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
                  <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
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

type HeroSceneProps = {
  caller: string
  when: string
  question: string
  answer: string
  outcomes: readonly string[]
}

const sceneHeights = [
  8, 14, 26, 18, 34, 22, 12, 28, 40, 24, 16, 30, 20, 36, 26, 14, 22, 32, 18, 10, 24, 14, 8,
]
const outcomeIcons = [CalendarCheck, FileCheck2, MessageSquareText] as const

function HeroScene(scene: HeroSceneProps) {
  return (
    <div aria-hidden data-sample="dialogue">
      <div className="rounded-lg border border-line-strong bg-raised/80 p-5 sm:p-6 shadow-float lg:backdrop-blur-sm">
        <div className="flex items-center gap-3 text-sm">
          <span className="grid size-9 place-items-center rounded-full bg-success/15 text-success">
            <PhoneIncoming className="size-4" />
          </span>
          <span className="flex-1">
            <span className="block font-medium">{scene.caller}</span>
            <span className="block text-muted">{scene.when}</span>
          </span>
          <span className="text-muted tabular-nums">0:42</span>
        </div>
        <svg viewBox="0 0 276 44" className="voice-wave mt-5 h-11 w-full">
          <defs>
            <linearGradient
              id="voice-sweep-scene"
              x1="0"
              x2="276"
              y1="0"
              y2="0"
              gradientUnits="userSpaceOnUse"
            >
              <stop stopColor="var(--color-glow)" />
              <stop offset="1" stopColor="var(--color-second)" />
            </linearGradient>
          </defs>
          <g stroke="url(#voice-sweep-scene)">
            <WaveBars heights={sceneHeights} pitch={12} middle={22} />
          </g>
        </svg>
        <div className="mt-5 grid gap-2.5 text-[0.95rem]">
          <p className="hero-step-1 max-w-[86%] rounded-md rounded-bl-sm bg-overlay px-4 py-2.5 text-secondary">
            {scene.question}
          </p>
          <p className="hero-step-2 max-w-[86%] justify-self-end rounded-md rounded-br-sm bg-accent-fill px-4 py-2.5 text-white">
            {scene.answer}
          </p>
        </div>
      </div>
      <ul className="mt-3 grid grid-cols-3 gap-2 sm:mt-4 sm:gap-3">
        {scene.outcomes.map((text, index) => {
          const Icon = outcomeIcons[index] ?? CalendarCheck
          return (
            <li
              key={index}
              className={`hero-step-${index + 3} rounded-md border border-line bg-raised/80 px-3 py-3 text-xs text-secondary sm:px-4 sm:py-3.5 sm:text-sm`}
            >
              <Icon className="mb-2 size-4 text-success" />
              {text}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const WAVE_BARS = 96
const waveHeights = voiceHeights(WAVE_BARS, 78)

function VoiceWave() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 180"
      preserveAspectRatio="none"
      className="voice-wave relative block h-28 w-full md:h-44"
    >
      <defs>
        <linearGradient id="voice-sweep" x1="0" x2="1200" y1="0" y2="0" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--color-glow)" stopOpacity="0" />
          <stop offset="0.25" stopColor="var(--color-glow)" />
          <stop offset="0.7" stopColor="var(--color-second)" />
          <stop offset="1" stopColor="var(--color-second)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g stroke="url(#voice-sweep)">
        <WaveBars heights={waveHeights} pitch={1200 / WAVE_BARS} middle={90} />
      </g>
    </svg>
  )
}
