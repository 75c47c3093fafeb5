import { clockTime } from '#app/lib/clock-time.ts'
import type { RestoreTestStatus } from '#app/platform/backup/restore-test-status.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

/** When the newest backup was last restored on trial, and what came of it. */
export function RestoreTestFact({ last, failure }: RestoreTestStatus) {
  const zone = useAdminShell()
  const newest = last?.newestInquiryAt ?? null
  return (
    <>
      {failure ? (
        <div role="alert" className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="danger">Failed</Badge>
            <span>
              The restore test of {failure.name ?? 'the newest backup'} failed on {failure.host}:{' '}
              {clockTime(failure.at, zone)}
            </span>
          </p>
          <p className="text-sm break-words text-secondary">{failure.reason}</p>
        </div>
      ) : null}
      <p>
        {last
          ? `Last restore test: ${clockTime(last.at, zone)}, ${newest === null ? 'no inquiry yet' : `newest inquiry ${clockTime(newest, zone)}`}`
          : 'Last restore test: none yet'}
      </p>
    </>
  )
}
