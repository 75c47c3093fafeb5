import { Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'

type LinkTab = { to: string; name: string; isCurrent: boolean }

/** Views of one page side by side, each with an address of its own. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex gap-1 border-b border-line">
        {tabs.map(({ to, name, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                '-mb-px block border-b-2 px-3 py-2 no-underline',
                isCurrent
                  ? 'border-accent text-primary'
                  : 'border-transparent text-secondary hover:text-primary',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
