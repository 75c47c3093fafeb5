const LINES = 13

const answers = [
  { line: 1, y: 84, width: 150 },
  { line: 5, y: 196, width: 168 },
  { line: 10, y: 308, width: 120 },
] as const

function lineWidth(line: number): number {
  return line % 4 === 3 ? 86 : 128 + ((line * 37) % 24)
}

const lineY = (line: number) => 66 + line * 24

export function PassageVisual() {
  return (
    <svg viewBox="0 0 520 420" className="h-auto w-full">
      <defs>
        <linearGradient id="passage-sweep" x1="60" x2="480" y1="0" y2="0" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--color-sweep)" />
          <stop offset="1" stopColor="var(--color-second)" />
        </linearGradient>
      </defs>
      <rect
        x="20"
        y="30"
        width="200"
        height="360"
        rx="16"
        fill="var(--color-raised)"
        stroke="var(--color-line-strong)"
      />
      <g strokeWidth="6" strokeLinecap="round" stroke="var(--color-primary)" strokeOpacity="0.13">
        {Array.from({ length: LINES }, (_, line) => (
          <path key={line} d={`M44 ${lineY(line)}h${lineWidth(line)}`} />
        ))}
      </g>
      {answers.map(({ line, y, width }, index) => (
        <g key={line} className={`passage passage-${index + 1}`}>
          <path
            d={`M44 ${lineY(line)}h${lineWidth(line)}`}
            stroke="url(#passage-sweep)"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <path
            d={`M${52 + lineWidth(line)} ${lineY(line)}C250 ${lineY(line)} 240 ${y} 282 ${y}`}
            fill="none"
            stroke="url(#passage-sweep)"
            strokeWidth="2"
            pathLength="100"
          />
          <rect x="282" y={y - 36} width="218" height="72" rx="16" fill="var(--color-overlay)" />
          <rect
            x="282"
            y={y - 36}
            width="218"
            height="72"
            rx="16"
            fill="none"
            stroke="url(#passage-sweep)"
            strokeOpacity="0.6"
          />
          <path
            d={`M304 ${y - 10}h${width}M304 ${y + 12}h${width - 50}`}
            stroke="var(--color-primary)"
            strokeOpacity="0.55"
            strokeWidth="6"
            strokeLinecap="round"
          />
        </g>
      ))}
    </svg>
  )
}
