import { useEffect, useState } from 'react'
import { Form, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { z } from 'zod'

import { fromLocalTime } from '#app/lib/zoned-time.ts'
import { SECOND } from '#app/platform/clock.ts'
import { backupSettings } from '#app/platform/backup/backup-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { Route } from './+types/backups.route.ts'
import { BackupList } from './backup-list.tsx'
import { BackupStatus, ContinuousStatus } from './backup-status.tsx'
import { readBackups } from './read-backups.server.ts'
import { requestBackup, requestRestore } from './request-backup.server.ts'
import { RestoreForm } from './restore-form.tsx'
import { RestoreProgress } from './restore-progress.tsx'

const LOOK_EVERY = 2000

export function loader({ context, request }: Route.LoaderArgs) {
  const isMoment = new URL(request.url).searchParams.has('moment')
  return answer(context, async (ctx) => ({
    ...(await readBackups(ctx)),
    since: isMoment ? await ctx.shippedSince() : null,
    isMoment,
  }))
}

async function momentOf(ctx: Ctx, typed: string): Promise<{ at: number }> {
  const { timeZone } = await ctx.site(ctx)
  const minute = fromLocalTime(typed, timeZone)
  if (minute === null) throw new FieldErrors({ moment: 'Please enter a date and a time.' })
  const [, seconds] = /T\d\d:\d\d:(\d\d)/.exec(typed) ?? [null, '00']
  return { at: minute + Number(seconds) * SECOND }
}

export const action = formAction({
  save: form({
    ...backupSettings.form,
    toast: { title: 'Saved', text: 'It applies from the next backup.' },
    rejected: 'Not saved',
  }),
  'back-up': form({
    schema: anyFields,
    run: (ctx) => requestBackup(ctx),
    toast: { title: 'Backup started', text: 'This page shows when it is done.' },
    rejected: 'Not started',
  }),
  restore: form({
    schema: z.object({
      name: textField,
      moment: textField,
      confirmation: textField,
      password: textField,
      code: textField,
    }),
    async run(ctx, { name, moment, ...given }) {
      await requestRestore(ctx, { what: name === '' ? await momentOf(ctx, moment) : { name }, ...given })
    },
    toast: { title: 'Restoring', text: 'The server restarts. Sign in again in a minute.' },
    rejected: 'Not restored',
  }),
})

/** The server restarts after a restore is requested, so its loaders are not called then. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get('intent') !== 'restore' && defaultShouldRevalidate
}

export function meta() {
  return [{ title: 'Backups · Admin' }]
}

export default function BackupsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { keep, isUnderWay } = loaderData
  const { revalidate } = useRevalidator()
  const chosen = useSearchParams()[0].get('restore')
  const [before] = useState(loaderData.restored?.at)
  const isRestoring =
    actionData?.ok === true && actionData.intent === 'restore' && loaderData.restored?.at === before
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
          <FormFields>
            <Button type="submit" name="intent" value="back-up" tone="solid" disabled={isUnderWay}>
              {isUnderWay ? 'Backing up …' : 'Back up now'}
            </Button>
          </FormFields>
        </Form>
      }
    >
      <BackLink to="/admin/settings" name="Settings" />
      <BackupStatus {...loaderData} />
      {loaderData.continuous ? <ContinuousStatus {...loaderData.continuous} /> : null}
      {isRestoring ? <RestoreProgress onBack={() => void revalidate()} /> : null}
      {!isRestoring && (chosen !== null || loaderData.isMoment) ? (
        <RestoreForm
          key={chosen}
          name={chosen}
          since={loaderData.since}
          asksCode={loaderData.asksCode}
          errors={actionData?.errors ?? {}}
        />
      ) : null}
      <BackupList backups={loaderData.backups} />
      <Form
        method="post"
        aria-label="Backup settings"
        className="grid max-w-2xl gap-5 rounded-lg border border-line bg-raised p-6"
      >
        <FormFields>
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
            <Button type="submit" name="intent" value="save" tone="outline">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
      <BackupContents {...loaderData} />
    </AdminPage>
  )
}

function BackupContents({ folder, hasUploads, isEncrypted }: Route.ComponentProps['loaderData']) {
  return (
    <details className="max-w-2xl text-sm text-secondary [&>p]:mt-3">
      <summary className="py-1 text-primary">What a backup contains, and what it needs</summary>
      <p>
        Backups are stored in <code className="break-all">{folder}</code>. Copy them to another machine too,
        because a disk failure would destroy them as well.
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
    </details>
  )
}
