const BARS = 96
const PITCH = 1200 / BARS
const MIDDLE = 90

/** A sentence as the eye sees it: syllables swell and fade. Fixed numbers, so that every rendering is the same. */
function loudness(bar: number): number {
  const syllables = Math.abs(Math.sin(bar * 0.37) * Math.sin(bar * 0.11 + 1.3))
  const grain = 0.75 + 0.25 * Math.sin(bar * 2.9)
  const fade = Math.sin((Math.PI * (bar + 0.5)) / BARS)
  return 4 + 78 * syllables * grain * fade
}

/** The signature of the home page: a voice drawn in the brand's light, breathing slowly. */
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
          <stop stopColor="#8b5cf6" stopOpacity="0" />
          <stop offset="0.25" stopColor="#8b5cf6" />
          <stop offset="0.7" stopColor="#22d3ee" />
          <stop offset="1" stopColor="#22d3ee" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g fill="url(#voice-sweep)">
        {Array.from({ length: BARS }, (_, bar) => {
          const height = Math.round(loudness(bar))
          return (
            <rect
              key={bar}
              x={Math.round(bar * PITCH + 3)}
              y={MIDDLE - height / 2}
              width="4"
              height={height}
              rx="2"
              className={`wave-${bar % 8}`}
            />
          )
        })}
      </g>
    </svg>
  )
}
