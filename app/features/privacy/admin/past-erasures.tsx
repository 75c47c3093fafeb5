import { buttonClass } from '#app/ui/button.tsx'
import { Download } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ErasedCounts } from '../erase-holdings.server.ts'

import { describeCounts } from './describe-counts.ts'

type Past = { id: string; erasedAt: number; counts: Partial<ErasedCounts> }

/** What was erased, without whose it was, and the list to keep elsewhere. */
export function PastErasures({ erasures }: { erasures: Past[] }) {
  const { timeZone } = useAdminShell()
  return (
    <section aria-labelledby="past-title" className="grid gap-4 rounded-lg border border-line bg-raised p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="past-title" className="font-semibold">
          Erasures carried out
        </h2>
        {erasures.length > 0 ? (
          <a
            href="/admin/privacy/erasures.jsonl"
            download
            className={buttonClass({ tone: 'outline', size: 'sm' })}
          >
            <Download aria-hidden className="size-4" />
            Download the list
          </a>
        ) : null}
      </div>
      <p className="text-sm text-secondary">
        Addresses are not kept, only a keyed hash of each, by which an erasure is carried out again when an
        older backup is restored. The list lies beside the database as well; keep a copy where neither your
        database nor your backups are.
      </p>
      {erasures.length === 0 ? (
        <p className="text-sm text-muted">None yet.</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {erasures.map(({ id, erasedAt, counts }) => (
            <li key={id}>
              <Time at={erasedAt} timeZone={timeZone} />
              <span className="text-secondary"> · {describeCounts(counts)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
