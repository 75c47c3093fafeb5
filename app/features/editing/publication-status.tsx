import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { type Publication, stateOf } from './publication.ts'

type PublicationStatusProps = {
  of: Pick<Publication, 'published' | 'publish_at'> & {
    draft_at: number | null
    schedule_error: string | null
  }
}

const badges = {
  published: <Badge tone="success">Published</Badge>,
  draft: <Badge>Draft</Badge>,
  scheduled: <Badge tone="accent">Scheduled</Badge>,
}

/** Shows whether or when it is public, and why the last attempt to publish it failed. */
export function PublicationStatus({ of }: PublicationStatusProps) {
  const { timeZone } = useAdminShell()
  return (
    <>
      {badges[stateOf(of)]}
      {of.publish_at === null ? null : (
        <span>
          for <Time at={of.publish_at} timeZone={timeZone} />
        </span>
      )}
      {of.schedule_error ? <span className="text-danger">Last attempt: {of.schedule_error}</span> : null}
      {of.draft_at === null ? null : <span>unsaved changes</span>}
    </>
  )
}
