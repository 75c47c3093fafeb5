const frames = [
  { sky: '#312e81', sun: 'var(--color-sweep)', ground: '#1e1b4b' },
  { sky: '#1e3a5f', sun: 'var(--color-sweep-end)', ground: '#0f2a44' },
  { sky: '#4c1d95', sun: '#f0abfc', ground: '#2e1065' },
  { sky: '#134e4a', sun: '#5eead4', ground: '#042f2e' },
  { sky: '#1e293b', sun: '#e2e8f0', ground: '#0f172a' },
]

const sound = [6, 14, 22, 10, 18, 28, 16, 8, 20, 30, 24, 12, 16, 26, 18, 10, 22, 14, 28, 20, 8, 16, 24, 12]

export function TimelineVisual() {
  return (
    <svg viewBox="0 0 520 400" className="h-auto w-full">
      <rect
        x="60"
        y="10"
        width="400"
        height="226"
        rx="12"
        fill="var(--color-raised)"
        stroke="var(--color-line-strong)"
      />
      <g>
        {frames.map(({ sky, sun, ground }, index) => (
          <g key={sky} className={`film-scene film-scene-${index}`}>
            <rect x="72" y="22" width="376" height="202" rx="6" fill={sky} />
            <circle cx={170 + index * 45} cy="98" r="34" fill={sun} />
            <path
              d={`M72 ${190 - index * 6} C160 ${130 + index * 8} 260 ${210 - index * 10} 448 ${150 + index * 6} V218 a6 6 0 0 1 -6 6 H78 a6 6 0 0 1 -6 -6 Z`}
              fill={ground}
            />
          </g>
        ))}
      </g>
      <circle
        cx="260"
        cy="123"
        r="30"
        fill="var(--color-ink)"
        fillOpacity="0.6"
        stroke="var(--color-primary)"
        strokeOpacity="0.4"
      />
      <path d="M252 108 L276 123 L252 138 Z" fill="var(--color-primary)" />
      <g>
        {frames.map(({ sky, sun }, index) => (
          <g key={sky}>
            <rect x={20 + index * 97} y="268" width="92" height="44" rx="5" fill={sky} />
            <circle cx={50 + index * 97} cy="288" r="9" fill={sun} />
          </g>
        ))}
      </g>
      <g stroke="var(--color-accent)" strokeWidth="4" strokeLinecap="round">
        <path d={sound.map((height, bar) => `M${28 + bar * 20} ${352 - height / 2}v${height}`).join('')} />
      </g>
      <g className="film-playhead">
        <path d="M24 254 V386" stroke="var(--color-second)" strokeWidth="2" />
        <path d="M16 250 h16 l-8 10 Z" fill="var(--color-second)" />
      </g>
    </svg>
  )
}
