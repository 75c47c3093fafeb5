import { Link } from 'react-router'

import { Badge, type BadgeTone } from './badge.tsx'
import { Time } from './time.tsx'
import { useAdminShell } from './use-admin-shell.ts'

type RecentFilesProps<State extends string> = {
  title: string
  files: readonly { id: string; name: string; state: State; created_at: number }[]
  states: Readonly<Record<State, { name: string; tone: BadgeTone }>>
  pathOf: (id: string) => string
}

/** Files that were imported here, each with its state and a link to what became of it. */
export function RecentFiles<State extends string>({ title, files, states, pathOf }: RecentFilesProps<State>) {
  const { timeZone, now } = useAdminShell()
  if (files.length === 0) return null
  return (
    <section aria-labelledby="imports-title" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id="imports-title" className="mb-3 text-sm font-medium text-muted">
        {title}
      </h2>
      <ul className="grid gap-3">
        {files.map(({ id, name, state, created_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={states[state].tone}>{states[state].name}</Badge>
            <Link to={pathOf(id)} className="min-w-0 break-all underline underline-offset-4">
              <bdi>{name}</bdi>
            </Link>
            <span className="text-sm text-muted">
              <Time at={created_at} timeZone={timeZone} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
