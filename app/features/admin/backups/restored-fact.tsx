import { clockTime } from '#app/lib/clock-time.ts'
import type { RestoreOutcome } from '#app/platform/backup/restore-outcome.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

/** What came of the restore that the owner asked for here. */
export function RestoredFact({ at, name, failure, notes }: RestoreOutcome) {
  const zone = useAdminShell()
  return (
    <div role={failure === null ? 'status' : 'alert'} className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={failure === null ? 'success' : 'danger'}>
          {failure === null ? 'Restored' : 'Not restored'}
        </Badge>
        <span className="break-all">
          {name}, {clockTime(at, zone)}
        </span>
      </p>
      {[failure ?? '', ...notes].filter(Boolean).map((line) => (
        <p key={line} className="text-sm break-words text-secondary">
          {line}
        </p>
      ))}
    </div>
  )
}
