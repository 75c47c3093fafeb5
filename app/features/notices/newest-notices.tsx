import { Link } from 'react-router'

import { noticeKinds } from '#app/platform/notice-events.ts'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { OwnNotices } from './own-notices.server.ts'
import { channelNames } from './preferences.ts'

type Notice = OwnNotices['newest'][number]

export function NewestNotices({ notices }: { notices: readonly Notice[] }) {
  const { timeZone, now } = useAdminShell()
  return (
    <section aria-labelledby="newest-title" className="grid gap-3">
      <h2 id="newest-title" className="text-lg font-semibold">
        Newest notices
      </h2>
      {notices.length === 0 ? (
        <p className="text-sm text-secondary">Nothing yet. Your notices of the last 30 days appear here.</p>
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line bg-raised">
          {notices.map((notice) => (
            <li key={notice.id} className="grid gap-1 px-4 py-3 text-sm">
              <p className="font-medium break-words">
                {notice.said ? (
                  <Link to={notice.said.path}>
                    <bdi>{notice.said.title}</bdi>
                  </Link>
                ) : (
                  noticeKinds[notice.kind].name
                )}
              </p>
              <p className="text-muted">
                <Time at={notice.at} timeZone={timeZone} now={now} /> · {stateOf(notice)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function stateOf({ tried, failure, isSeen, said }: Notice): string {
  const sent =
    tried.length === 0 ? 'Not sent yet' : `By ${tried.map((name) => channelNames[name]).join(', ')}`
  const states = [sent, failure, isSeen ? 'Seen' : null, said ? null : 'No longer needed']
  return states.filter((state) => state !== null).join(' · ')
}
