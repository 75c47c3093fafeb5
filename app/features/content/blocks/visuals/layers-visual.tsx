export function LayersVisual() {
  return (
    <svg viewBox="0 0 520 440" className="h-auto w-full">
      <g className="layer layer-1">
        <path
          d="M260 250 L470 340 L260 430 L50 340 Z"
          fill="var(--color-raised)"
          stroke="var(--color-line-strong)"
        />
        <g fill="none" stroke="var(--color-primary)" strokeOpacity="0.14">
          <path d="M120 340 L260 400 M190 310 L330 370 M260 280 L400 340" />
          <path d="M400 340 L260 400 M330 310 L190 370 M260 280 L120 340" />
        </g>
      </g>
      <g className="layer layer-2">
        <path
          d="M260 160 L470 250 L260 340 L50 250 Z"
          fill="var(--color-overlay)"
          stroke="var(--color-primary)"
          strokeOpacity="0.18"
        />
        <path d="M260 182 L340 216 L180 284 L101 250 Z" fill="var(--color-glow)" fillOpacity="0.5" />
        <path d="M356 223 L418 250 L338 284 L276 257 Z" fill="var(--color-second)" fillOpacity="0.35" />
        <path d="M262 263 L324 290 L260 318 L198 291 Z" fill="var(--color-primary)" fillOpacity="0.12" />
      </g>
      <g className="layer layer-3">
        <path
          d="M260 70 L470 160 L260 250 L50 160 Z"
          fill="var(--color-overlay)"
          fillOpacity="0.7"
          stroke="url(#layer-sweep)"
          strokeWidth="2"
        />
        <g stroke="var(--color-primary)" strokeLinecap="round" strokeWidth="7">
          <path d="M176 132 L262 95" />
          <path d="M196 148 L296 105" opacity="0.6" />
          <path d="M219 163 L286 134" opacity="0.6" />
        </g>
        <path d="M296 176 L352 152 L376 162 L320 187 Z" fill="url(#layer-sweep)" />
      </g>
      <defs>
        <linearGradient id="layer-sweep" x1="50" y1="70" x2="470" y2="250" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--color-sweep)" />
          <stop offset="1" stopColor="var(--color-second)" />
        </linearGradient>
      </defs>
    </svg>
  )
}
