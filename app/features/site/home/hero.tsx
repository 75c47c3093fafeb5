import { buttonClass } from '#app/ui/button.tsx'
import { ArrowRight } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { siteMessages } from '../messages.ts'

import { HeroScene } from './hero-scene.tsx'
import { VoiceWave } from './voice-wave.tsx'

export function Hero() {
  const { hero } = useMessages(siteMessages).home
  return (
    <section aria-labelledby="hero-title" className="hero relative overflow-hidden">
      <div aria-hidden className="hero-light" />
      <div className="container-page relative grid items-center gap-16 pt-20 pb-10 md:pt-28 md:pb-14 lg:grid-cols-[7fr_5fr]">
        <div>
          <p className="text-sm font-medium text-secondary">{hero.eyebrow}</p>
          <h1 id="hero-title" className="mt-5 max-w-[15ch] text-hero font-bold">
            {hero.before} <span className="sweep-text">{hero.phrase}</span>
          </h1>
          <p className="mt-7 max-w-[34rem] text-lead text-secondary">{hero.text}</p>
          <div className="mt-9 flex flex-wrap items-center gap-3">
            <a href="/contact" className={buttonClass({ tone: 'sweep', size: 'lg' })}>
              {hero.start}
              <ArrowRight aria-hidden className="size-4" />
            </a>
            <a href="/services" className={buttonClass({ tone: 'outline', size: 'lg' })}>
              {hero.explore}
            </a>
          </div>
          <p className="mt-5 text-sm text-muted">{hero.note}</p>
        </div>
        <HeroScene />
      </div>
      <VoiceWave />
    </section>
  )
}
