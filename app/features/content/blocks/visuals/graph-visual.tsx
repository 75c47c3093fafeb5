type Node = { x: number; y: number; kind: 'in' | 'step' | 'out' }

const nodes: readonly Node[] = [
  { x: 60, y: 90, kind: 'in' },
  { x: 60, y: 210, kind: 'in' },
  { x: 60, y: 330, kind: 'in' },
  { x: 210, y: 150, kind: 'step' },
  { x: 210, y: 270, kind: 'step' },
  { x: 340, y: 210, kind: 'step' },
  { x: 470, y: 120, kind: 'out' },
  { x: 470, y: 300, kind: 'out' },
]

const edges: readonly (readonly [from: number, to: number])[] = [
  [0, 3],
  [1, 3],
  [1, 4],
  [2, 4],
  [3, 5],
  [4, 5],
  [5, 6],
  [5, 7],
]

const shapes = {
  in: 'M-16 -11h32v22h-32z M-16 -11l16 13l16 -13',
  step: 'M-12 0h24 M4 -8l8 8l-8 8',
  out: 'M-12 1l8 8l16 -18',
} as const

function curve([from, to]: readonly [number, number]): string {
  const [a, b] = [nodes[from], nodes[to]]
  if (!a || !b) return ''
  const middle = (a.x + b.x) / 2
  return `M${a.x} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`
}

export function GraphVisual() {
  return (
    <svg viewBox="0 0 530 420" className="h-auto w-full">
      <defs>
        <linearGradient id="graph-sweep" x1="60" x2="470" y1="0" y2="0" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--color-sweep)" />
          <stop offset="1" stopColor="var(--color-second)" />
        </linearGradient>
      </defs>
      <g fill="none" stroke="var(--color-line-strong)" strokeWidth="1.5">
        {edges.map((edge) => (
          <path key={edge.join('-')} d={curve(edge)} />
        ))}
      </g>
      <g fill="none" stroke="url(#graph-sweep)" strokeWidth="3" strokeLinecap="round">
        {edges.map((edge, index) => (
          <path key={edge.join('-')} d={curve(edge)} className={`pulse pulse-${index}`} pathLength="100" />
        ))}
      </g>
      {nodes.map(({ x, y, kind }) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
          <rect
            x="-34"
            y="-34"
            width="68"
            height="68"
            rx="16"
            fill="var(--color-raised)"
            stroke={
              kind === 'out'
                ? 'var(--color-success)'
                : 'color-mix(in srgb, var(--color-primary) 18%, transparent)'
            }
          />
          <path
            d={shapes[kind]}
            fill="none"
            stroke={kind === 'out' ? 'var(--color-success)' : 'var(--color-primary)'}
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      ))}
    </svg>
  )
}
