import { WaveBars } from '#app/ui/wave-bars.tsx'

import { voiceHeights } from './voice-heights.ts'

const BARS = 96

const heights = voiceHeights(BARS, 78)

export function VoiceWave() {
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
        <WaveBars heights={heights} pitch={1200 / BARS} middle={90} />
      </g>
    </svg>
  )
}
