import { CalendarCheck, FileCheck2, MessageSquareText, PhoneIncoming } from '#app/ui/icons.tsx'
import { WaveBars } from '#app/ui/wave-bars.tsx'

type HeroSceneProps = {
  caller: string
  when: string
  question: string
  answer: string
  outcomes: readonly string[]
}

const bars = [8, 14, 26, 18, 34, 22, 12, 28, 40, 24, 16, 30, 20, 36, 26, 14, 22, 32, 18, 10, 24, 14, 8]
const outcomeIcons = [CalendarCheck, FileCheck2, MessageSquareText] as const

export function HeroScene(scene: HeroSceneProps) {
  return (
    <div aria-hidden data-sample="dialogue" className="hero-scene">
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
            <WaveBars heights={bars} pitch={12} middle={22} />
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
