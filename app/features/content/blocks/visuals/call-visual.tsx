const BARS = 72
const GROUPS = 8

/** Deterministic lengths that look like syllables, so that every render is the same. */
function lengthOf(bar: number): number {
  return 10 + 46 * Math.abs(Math.sin(bar * 0.35) * Math.sin(bar * 0.13 + 0.6))
}

function ray(bar: number): string {
  const angle = (bar / BARS) * Math.PI * 2
  const [x, y] = [Math.cos(angle), Math.sin(angle)]
  const point = (radius: number) => `${(220 + x * radius).toFixed(1)} ${(220 + y * radius).toFixed(1)}`
  return `M${point(118)}L${point(118 + lengthOf(bar))}`
}

export function CallVisual() {
  return (
    <svg viewBox="0 0 440 440" className="h-auto w-full">
      <defs>
        <linearGradient id="call-sweep" x1="40" y1="40" x2="400" y2="400" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--color-sweep)" />
          <stop offset="1" stopColor="var(--color-second)" />
        </linearGradient>
        <radialGradient id="call-core">
          <stop stopColor="var(--color-accent)" stopOpacity="0.55" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="220" cy="220" r="190" fill="url(#call-core)" />
      <g stroke="url(#call-sweep)" strokeWidth="4" strokeLinecap="round">
        {Array.from({ length: GROUPS }, (_, group) => (
          <path
            key={group}
            className={`ray ray-${group}`}
            d={Array.from({ length: BARS }, (_unused, bar) => (bar % GROUPS === group ? ray(bar) : '')).join(
              '',
            )}
          />
        ))}
      </g>
      <circle cx="220" cy="220" r="92" fill="var(--color-raised)" stroke="var(--color-line-strong)" />
      <path
        d="M194 178c-7 0-13 6-13 13 0 38 31 69 69 69 7 0 13-6 13-13v-14c0-4-3-7-7-8l-14-3c-3-1-6 1-8 3l-5 7c-13-6-23-16-29-29l7-5c3-2 4-5 3-8l-3-14c-1-4-4-7-8-7z"
        fill="var(--color-primary)"
      />
    </svg>
  )
}
