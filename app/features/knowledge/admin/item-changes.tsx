import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ShownItem } from './shown-item.ts'

/** What the page said before, and says now. */
export function ItemChanges({ item: { changedAt, changes } }: { item: ShownItem }) {
  const { timeZone } = useAdminShell()
  if (changedAt === null) return null
  return (
    <details className="rounded-lg border border-line bg-raised p-5">
      <summary className="cursor-pointer font-medium">
        Changed <Time at={changedAt} timeZone={timeZone} />
      </summary>
      {changes === null ? (
        <p className="mt-3 text-sm text-secondary">Most of it is new.</p>
      ) : (
        <ul className="mt-3 grid gap-2 text-sm">
          {changes.map(({ kind, text }, at) => (
            <li key={at} className="wrap-anywhere whitespace-pre-wrap">
              {kind === 'added' ? (
                <ins className="text-success no-underline">+ {text}</ins>
              ) : (
                <del className="text-danger no-underline">− {text}</del>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
