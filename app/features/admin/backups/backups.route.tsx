import { useEffect } from 'react'
import { Form, useRevalidator, useSearchParams } from 'react-router'
import { z } from 'zod'

import { backupSettings } from '#app/platform/backup/backup-settings.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { Route } from './+types/backups.route.ts'
import { BackupList, RestoreForm } from './backup-list.tsx'
import { BackupStatus, ContinuousStatus } from './backup-status.tsx'
import { readBackups } from './read-backups.server.ts'
import { requestBackup, requestRestore } from './request-backup.server.ts'

const LOOK_EVERY = 2000

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readBackups)
}

export const action = formAction({
  save: form({
    ...backupSettings.form,
    toast: { title: 'Saved', text: 'It applies from the next backup on.' },
    rejected: 'Not saved',
  }),
  'back-up': form({
    schema: anyFields,
    run: (ctx) => requestBackup(ctx),
    toast: { title: 'Backup started', text: 'This page shows when it is done.' },
    rejected: 'Not started',
  }),
  restore: form({
    schema: z.object({ name: textField, confirmation: textField }),
    run: requestRestore,
    toast: { title: 'Restoring', text: 'The server restarts. Sign in again in a minute.' },
    rejected: 'Not restored',
  }),
})

export function meta() {
  return [{ title: 'Backups · Admin' }]
}

export default function BackupsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { keep, isUnderWay } = loaderData
  const { revalidate } = useRevalidator()
  const chosen = useSearchParams()[0].get('restore')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void revalidate(), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isUnderWay, revalidate])
  return (
    <AdminPage
      title="Backups"
      actions={
        <Form method="post">
          <Button type="submit" name="intent" value="back-up" tone="solid" disabled={isUnderWay}>
            {isUnderWay ? 'Backing up …' : 'Back up now'}
          </Button>
        </Form>
      }
    >
      <BackLink to="/admin/settings" name="Settings" />
      <BackupStatus {...loaderData} />
      {loaderData.continuous ? <ContinuousStatus {...loaderData.continuous} /> : null}
      {chosen === null ? null : <RestoreForm name={chosen} error={actionData?.errors['confirmation']} />}
      <BackupList backups={loaderData.backups} />
      <Form
        method="post"
        aria-label="Backup settings"
        className="grid max-w-2xl gap-5 rounded-lg border border-line bg-raised p-6"
      >
        <TextField
          id="keep"
          name="keep"
          label="Backups to keep"
          type="number"
          min={1}
          max={365}
          required
          defaultValue={keep}
          error={actionData?.errors['keep']}
          hint="A backup is written every night. Older ones are deleted once it is complete."
        />
        <div>
          <Button type="submit" name="intent" value="save" tone="solid">
            Save
          </Button>
        </div>
      </Form>
      <BackupContents {...loaderData} />
    </AdminPage>
  )
}

function BackupContents({ folder, hasUploads, isEncrypted }: Route.ComponentProps['loaderData']) {
  return (
    <section aria-label="Contents of a backup" className="grid max-w-2xl gap-3 text-sm text-secondary">
      <p>
        Backups are stored in <code className="break-all">{folder}</code>. Copy them to another machine too,
        because a broken disk takes them with it.
      </p>
      <p>
        {hasUploads
          ? 'They contain the database and the uploaded files.'
          : 'They contain the database. Uploaded files are in the bucket, which needs a backup of its own.'}{' '}
        {isEncrypted
          ? 'They are encrypted with BACKUP_PASSPHRASE. Nobody can read them without it, so keep a copy elsewhere.'
          : 'They are not encrypted and contain what people wrote to you. Set BACKUP_PASSPHRASE before they leave this machine.'}
      </p>
      <p>
        No backup contains APP_SECRET or, without that variable, the file <code>secret</code> in the data
        folder. Keep a copy of it elsewhere: a backup is useless without it. How to restore is described in{' '}
        <code>docs/runbooks/backup-and-restore.md</code>.
      </p>
    </section>
  )
}
