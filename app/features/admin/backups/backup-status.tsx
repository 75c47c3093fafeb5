import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { clockTime } from '#app/lib/zoned-time.ts'
import type { ShippingState } from '#app/platform/backup/continuous/ship-messages.ts'
import type { RestoreOutcome, RestoreTestStatus } from '#app/platform/backup/backup-records.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { sizeOf } from './backup-list.tsx'
import type { readBackups } from './read-backups.server.ts'

type Backups = Awaited<ReturnType<typeof readBackups>>

/** Shows the last and the next backup, failures, and the results of the last restore and restore test. */
export function BackupStatus({ last, failure, nextAt, restoreTest, restored }: Backups) {
  const { timeZone, now } = useAdminShell()
  return (
    <section aria-label="Status" className="grid gap-4 rounded-lg border border-line bg-raised p-6">
      {failure ? (
        <div role="alert" className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="danger">Failed</Badge>
            <span>
              The newest backup failed on {failure.host}:{' '}
              <Time at={failure.at} timeZone={timeZone} now={now} />
            </span>
          </p>
          <p className="text-sm break-words text-secondary">{failure.reason}</p>
        </div>
      ) : null}
      {restored ? <RestoredFact {...restored} /> : null}
      <RestoreTestFact {...restoreTest} />
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Last backup">
          {last ? <Time at={last.at} timeZone={timeZone} now={now} /> : 'None yet'}
        </Fact>
        <Fact name="Next backup">
          <Time at={nextAt} timeZone={timeZone} />
        </Fact>
        {last ? (
          <>
            <Fact name="Size">
              {sizeOf(last.bytes)}
              {last.encrypted ? ', encrypted' : ''}
            </Fact>
            <Fact name="Contents">
              {last.rows.toLocaleString('en-US')} rows
              {last.uploads === 'included' ? `, ${last.files.toLocaleString('en-US')} files` : ''}
            </Fact>
            <Fact name="File" wide>
              <code className="text-sm break-all">{last.path}</code> on {last.host}, written in{' '}
              {(last.milliseconds / 1000).toFixed(1)} s
            </Fact>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function RestoredFact({ at, name, failure, notes }: RestoreOutcome) {
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
      {(failure === null ? notes : [failure, ...notes]).map((line) => (
        <p key={line} className="text-sm break-words text-secondary">
          {line}
        </p>
      ))}
    </div>
  )
}

function RestoreTestFact({ last, failure }: RestoreTestStatus) {
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

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2 lg:col-span-4' : undefined}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function ContinuousStatus({ target, upTo, failure }: ShippingState) {
  const { timeZone, now } = useAdminShell()
  return (
    <section
      aria-label="Continuous backup"
      className="grid gap-2 rounded-lg border border-line bg-raised p-6"
      role={failure ? 'alert' : undefined}
    >
      <h2 className="flex flex-wrap items-center gap-2">
        Continuous backup {failure ? <Badge tone="danger">Failing</Badge> : null}
      </h2>
      <p>
        {upTo === null ? (
          'Nothing has been copied since the server started.'
        ) : (
          <>
            Everything stored until <Time at={upTo} timeZone={timeZone} now={now} /> has been copied to{' '}
            <code className="break-all">{target}</code>.
          </>
        )}
      </p>
      {failure ? <p className="text-sm break-words text-secondary">{failure.reason}</p> : null}
      <p>
        <Link to="?moment=1" className="underline underline-offset-4">
          Restore a point in time
        </Link>
      </p>
    </section>
  )
}
