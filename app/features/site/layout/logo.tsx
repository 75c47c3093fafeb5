import type { PublicSite } from '#app/ui/use-site.ts'

/** The owner's logo; without one, a mark of three bars and the name. */
export function Logo({ siteName, look }: Pick<PublicSite, 'siteName' | 'look'>) {
  const { logo } = look
  if (logo)
    return (
      <img
        src={logo.src}
        alt={siteName}
        width={logo.width}
        height={logo.height}
        className="h-9 w-auto max-w-44 object-contain object-left"
      />
    )
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-[1.3rem] font-bold tracking-tight text-primary">
      <svg aria-hidden viewBox="0 0 24 24" className="size-6">
        <defs>
          <linearGradient id="logo-sweep" x1="0" y1="0" x2="24" y2="24" gradientUnits="userSpaceOnUse">
            <stop stopColor="var(--color-sweep)" />
            <stop offset="1" stopColor="var(--color-second)" />
          </linearGradient>
        </defs>
        <g stroke="url(#logo-sweep)" strokeWidth="3" strokeLinecap="round">
          <path d="M4 9.5v5M9.33 4v16M14.66 7.5v9M20 10.5v3" />
        </g>
      </svg>
      {siteName}
    </span>
  )
}
