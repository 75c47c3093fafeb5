import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { BackupOnView } from './read-backups.server.ts'

export function BackupList({ backups }: { backups: readonly BackupOnView[] }) {
  const { timeZone } = useAdminShell()
  if (backups.length === 0) return null
  return (
    <Table
      caption="Backups"
      head={
        <>
          <HeadCell>Time</HeadCell>
          <HeadCell className="hidden w-24 text-right sm:table-cell">Size</HeadCell>
          <HeadCell className="hidden w-24 text-right sm:table-cell">Rows</HeadCell>
          <HeadCell className="hidden sm:table-cell">Installation</HeadCell>
          <HeadCell className="hidden sm:table-cell">State</HeadCell>
          <HeadCell className="w-28 sm:w-44">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {backups.map((backup) => (
        <tr key={backup.name}>
          <Cell>
            <Time at={backup.at} timeZone={timeZone} />
            <div className="mt-1.5 grid gap-1.5 text-sm text-secondary sm:hidden">
              <span>{`${sizeOf(backup.bytes)}, rows: ${rowsIn(backup)}`}</span>
              {backup.isOwn ? null : <span>{installationOf(backup)}</span>}
              <Badges backup={backup} />
            </div>
          </Cell>
          <Cell className="hidden text-right whitespace-nowrap tabular-nums sm:table-cell">
            {sizeOf(backup.bytes)}
          </Cell>
          <Cell className="hidden text-right whitespace-nowrap tabular-nums sm:table-cell">
            {rowsIn(backup)}
          </Cell>
          <Cell className="hidden sm:table-cell">{installationOf(backup)}</Cell>
          <Cell className="hidden sm:table-cell">
            <Badges backup={backup} />
          </Cell>
          <Cell>{backup.isReadable ? <Actions name={backup.name} /> : null}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function Badges({ backup: { isEncrypted, passedAt } }: { backup: BackupOnView }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {isEncrypted ? <Badge>Encrypted</Badge> : null}
      {passedAt === null ? null : <Badge tone="success">Verified</Badge>}
    </span>
  )
}

function Actions({ name }: { name: string }) {
  return (
    <span className="flex flex-col items-end gap-x-4 gap-y-2 text-sm sm:flex-row sm:justify-end">
      <a
        href={`/admin/settings/backups/${name}`}
        aria-label={`Download ${name}`}
        className="underline underline-offset-4"
      >
        Download
      </a>
      <Link to={`?restore=${name}`} aria-label={`Restore ${name}`} className="underline underline-offset-4">
        Restore
      </Link>
    </span>
  )
}

function rowsIn({ records }: BackupOnView): string {
  return records?.toLocaleString('en-US') ?? 'not counted'
}

function installationOf({ isReadable, isOwn, isOfFormerSecret, installation }: BackupOnView): string {
  if (isOwn) return 'This installation'
  if (isOfFormerSecret) return 'This installation, under its former secret'
  return `${isReadable ? 'The previous one' : 'Another'}${installation === null ? '' : ` (${installation.slice(-6)})`}`
}

/** Formats a size, for example `19.4 MB`. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)))
  return `${(bytes / 1000 ** power).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[power]}`
}
