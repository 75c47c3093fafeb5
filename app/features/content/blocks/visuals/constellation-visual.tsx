const CENTRE = 210
const orbits = [86, 132, 178] as const

/** Two points on each orbit, at angles in degrees. */
const points = [
  { orbit: 0, angle: 20 },
  { orbit: 0, angle: 200 },
  { orbit: 1, angle: 110 },
  { orbit: 1, angle: 290 },
  { orbit: 2, angle: 65 },
  { orbit: 2, angle: 245 },
] as const

export function ConstellationVisual() {
  return (
    <svg viewBox="0 0 420 420" className="mx-auto h-auto w-full max-w-md">
      <defs>
        <radialGradient id="constellation-core">
          <stop stopColor="var(--color-sweep)" stopOpacity="0.8" />
          <stop offset="1" stopColor="var(--color-glow)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx={CENTRE} cy={CENTRE} r="70" fill="url(#constellation-core)" />
      <circle cx={CENTRE} cy={CENTRE} r="10" fill="var(--color-primary)" />
      {orbits.map((radius, orbit) => (
        <g key={radius} className={`orbit orbit-${orbit + 1}`}>
          <circle
            cx={CENTRE}
            cy={CENTRE}
            r={radius}
            fill="none"
            stroke="var(--color-primary)"
            strokeOpacity="0.12"
          />
          {points
            .filter((point) => point.orbit === orbit)
            .map(({ angle }) => {
              const radians = (angle * Math.PI) / 180
              const x = (CENTRE + Math.cos(radians) * radius).toFixed(1)
              const y = (CENTRE + Math.sin(radians) * radius).toFixed(1)
              return (
                <circle
                  key={angle}
                  cx={x}
                  cy={y}
                  r="7"
                  fill={orbit === 1 ? 'var(--color-second)' : 'var(--color-sweep)'}
                />
              )
            })}
        </g>
      ))}
    </svg>
  )
}
