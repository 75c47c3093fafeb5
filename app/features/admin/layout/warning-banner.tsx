import { Link } from 'react-router'

import { TriangleAlert } from '#app/ui/icons.tsx'

/** Above every page of the admin, until what it tells of is mended. */
export function WarningBanner({ text, to, link }: { text: string; to: string; link: string }) {
  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-b border-warning/40 bg-warning/10 px-5 py-3 lg:px-10"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="flex-1 text-sm">{text}</p>
      <Link to={to} className="text-sm font-medium underline underline-offset-4">
        {link}
      </Link>
    </div>
  )
}
