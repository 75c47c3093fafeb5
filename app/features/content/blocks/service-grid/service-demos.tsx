import { WaveBars } from '#app/ui/wave-bars.tsx'

export function ChatDemo({ question, answer }: { question: string; answer: string }) {
  return (
    <div className="grid w-full max-w-sm gap-3 px-6 text-sm">
      <p className="max-w-[80%] justify-self-end rounded-lg rounded-br-sm bg-accent-fill px-4 py-2.5 text-white">
        {question}
      </p>
      <p className="max-w-[85%] justify-self-start rounded-lg rounded-bl-sm bg-overlay px-4 py-2.5 text-primary">
        {answer}
      </p>
      <p className="flex gap-1.5 justify-self-start rounded-lg rounded-bl-sm bg-overlay px-4 py-3.5">
        <span className="demo-dot" />
        <span className="demo-dot" />
        <span className="demo-dot" />
      </p>
    </div>
  )
}

const boxes = [
  { x: 20, y: 75 },
  { x: 150, y: 25 },
  { x: 150, y: 125 },
  { x: 280, y: 75 },
]

export function WorkflowDemo({ steps }: { steps: readonly string[] }) {
  return (
    <svg viewBox="0 0 400 180" className="h-full w-full max-w-md">
      <g fill="none" stroke="currentColor" className="text-line-strong" strokeWidth="1.5">
        <path d="M120 92 C140 92 130 42 150 42 M120 92 C140 92 130 142 150 142 M250 42 C270 42 260 92 280 92 M250 142 C270 142 260 92 280 92" />
      </g>
      <g fill="none" stroke="var(--color-second)" strokeWidth="2" strokeLinecap="round" className="demo-flow">
        <path d="M120 92 C140 92 130 42 150 42" />
        <path d="M120 92 C140 92 130 142 150 142" />
        <path d="M250 42 C270 42 260 92 280 92" />
        <path d="M250 142 C270 142 260 92 280 92" />
      </g>
      {boxes.map(({ x, y }, index) => (
        <g key={index}>
          <rect
            x={x}
            y={y - 5}
            width="100"
            height="44"
            rx="8"
            fill="var(--color-overlay)"
            stroke="var(--color-line-strong)"
          />
          <foreignObject x={x} y={y - 5} width="100" height="44">
            <p className="demo-step">{steps[index]}</p>
          </foreignObject>
        </g>
      ))}
    </svg>
  )
}

export function SiteDemo() {
  return (
    <div className="w-4/5 max-w-72 overflow-hidden rounded-md border border-line-strong bg-overlay">
      <div className="flex gap-1.5 border-b border-line px-3 py-2">
        <span className="size-2 rounded-full bg-line-strong" />
        <span className="size-2 rounded-full bg-line-strong" />
        <span className="size-2 rounded-full bg-line-strong" />
      </div>
      <div className="grid gap-2 p-4">
        <span className="demo-block h-4 w-3/4 rounded-sm bg-primary/80" />
        <span className="demo-block h-2 w-full rounded-sm bg-line-strong" />
        <span className="demo-block h-2 w-5/6 rounded-sm bg-line-strong" />
        <span className="demo-block h-5 w-20 rounded-full bg-accent-fill" />
        <span className="mt-1 grid grid-cols-3 gap-2">
          <span className="demo-block h-9 rounded-sm bg-line" />
          <span className="demo-block h-9 rounded-sm bg-line" />
          <span className="demo-block h-9 rounded-sm bg-line" />
        </span>
      </div>
    </div>
  )
}

const shots = ['w-16', 'w-24', 'w-12', 'w-20', 'w-14']

export function VideoDemo() {
  return (
    <div className="grid w-full gap-3 px-6">
      <div className="relative mx-auto grid h-24 w-44 place-items-center rounded-md border border-line-strong bg-overlay">
        <svg viewBox="0 0 24 24" className="size-9 text-primary" fill="currentColor">
          <path d="M8 5.5v13l11-6.5z" />
        </svg>
        <span className="absolute right-2 bottom-1.5 text-xs text-muted tabular-nums">00:42</span>
      </div>
      <div className="relative flex gap-1 overflow-hidden">
        {shots.map((width, index) => (
          <span
            key={index}
            className={`${width} h-8 shrink-0 rounded-sm ${index % 2 ? 'bg-line-strong' : 'bg-line'}`}
          />
        ))}
        <span className="demo-playhead absolute inset-y-0 left-0 w-0.5 bg-second" />
      </div>
    </div>
  )
}

const voice = [10, 22, 38, 54, 30, 62, 44, 20, 48, 66, 36, 24, 52, 40, 18, 30, 12]

export function CallDemo({ state, said }: { state: string; said: string }) {
  return (
    <div className="grid justify-items-center gap-4">
      <p className="flex items-center gap-2 text-sm text-secondary">
        <span className="size-2 rounded-full bg-success" />
        {state} <span className="text-muted tabular-nums">0:17</span>
      </p>
      <svg viewBox="0 0 204 72" className="voice-wave h-16 w-52">
        <defs>
          <linearGradient id="voice-sweep-small" x1="0" x2="204" y1="0" y2="0" gradientUnits="userSpaceOnUse">
            <stop stopColor="var(--color-glow)" />
            <stop offset="1" stopColor="var(--color-second)" />
          </linearGradient>
        </defs>
        <g stroke="url(#voice-sweep-small)">
          <WaveBars heights={voice} pitch={12} middle={36} />
        </g>
      </svg>
      <p className="text-sm text-secondary">{said}</p>
    </div>
  )
}
