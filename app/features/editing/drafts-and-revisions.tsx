import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { FilePenLine, History } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { DraftState } from './use-autosave.ts'

type DraftNoticeProps = { savedAt: number; isStale: boolean }

export function DraftNotice({ savedAt, isStale }: DraftNoticeProps) {
  const { timeZone, now } = useAdminShell()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-strong bg-overlay px-4 py-3">
      <FilePenLine aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="flex-1 text-sm">
        This is your draft, saved <Time at={savedAt} timeZone={timeZone} now={now} />. Readers do not see it
        until you save.
        {isStale
          ? ' The post has been saved elsewhere since then. When you save, you will see both texts.'
          : ''}
      </p>
      <Form method="post">
        <FormFields>
          <Button type="submit" name="intent" value="discard" tone="outline" size="sm">
            Discard draft
          </Button>
        </FormFields>
      </Form>
    </div>
  )
}

type Revision = { id: string; version: number; at: number; actor: string }

/** Lists the saved versions. Restoring one only fills a draft. */
export function RevisionList({ revisions, version }: { revisions: readonly Revision[]; version: number }) {
  const { timeZone } = useAdminShell()
  return (
    <details className="rounded-lg border border-line bg-raised">
      <summary className="flex items-center gap-2.5 px-5 py-3.5 font-medium">
        <History aria-hidden className="size-4 text-muted" />
        Revisions ({revisions.length})
      </summary>
      <ul aria-label="Revisions" className="divide-y divide-line border-t border-line">
        {revisions.map((revision) => (
          <li key={revision.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 text-sm">
            <span className="tabular-nums">Version {revision.version}</span>
            <span className="flex-1 text-secondary">
              <Time at={revision.at} timeZone={timeZone} /> · <bdi>{revision.actor}</bdi>
            </span>
            {revision.version === version ? (
              <span className="text-muted">Current</span>
            ) : (
              <Form method="post">
                <FormFields>
                  <input type="hidden" name="intent" value="restore" />
                  <input type="hidden" name="revision" value={revision.id} />
                  <Button type="submit" tone="quiet" size="sm">
                    Restore<span className="sr-only"> version {revision.version}</span>
                  </Button>
                </FormFields>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

const statusTexts: Record<DraftState['status'], string> = {
  idle: '',
  saving: 'Saving draft…',
  saved: 'Draft saved',
  failed: 'Draft not saved',
}

export function DraftStatus({ status }: { status: DraftState['status'] }) {
  return (
    <p aria-live="polite" className={status === 'failed' ? 'text-sm text-danger' : 'text-sm text-muted'}>
      {statusTexts[status]}
    </p>
  )
}
