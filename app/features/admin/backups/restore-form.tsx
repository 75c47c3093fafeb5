import { Form, Link } from 'react-router'

import { CodeField, PasswordField } from '#app/features/auth/account/account-panel.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

type RestoreFormProps = {
  /** Name of a backup; null to restore a point in time of the continuous backup. */
  name: string | null
  since: number | null
  asksCode: boolean
  errors: Readonly<Record<string, string>>
}

/** Asks the owner for a word and for proof of identity before all data is replaced. */
export function RestoreForm({ name, since, asksCode, errors }: RestoreFormProps) {
  return (
    <Form
      method="post"
      aria-label={name === null ? 'Restore a moment' : 'Restore a backup'}
      className="grid max-w-2xl gap-4 rounded-lg border border-danger/40 bg-raised p-6"
    >
      <FormFields>
        {name === null ? (
          <MomentField since={since} error={errors['moment']} />
        ) : (
          <p>
            <input type="hidden" name="name" value={name} />
            Restore <code className="break-all">{name}</code>?
          </p>
        )}
        <p className="text-sm text-secondary">
          The server restarts with this backup in place of the current data. Inquiries, conversations, posts
          and settings that are newer than the backup are no longer shown; they are set aside, not deleted.
          People who were erased since then are erased again. Everybody is signed out, and the site is
          unavailable for some seconds, or for minutes with much data. If the restore fails, nothing changes
          and this page says why.
        </p>
        <TextField
          id="confirmation"
          name="confirmation"
          label="Type RESTORE to confirm"
          autoComplete="off"
          required
          error={errors['confirmation']}
        />
        <PasswordField id="restore-password" error={errors['password']} />
        {asksCode ? <CodeField id="restore-code" error={errors['code']} /> : null}
        <div className="flex gap-3">
          <Button type="submit" name="intent" value="restore" tone="danger">
            Restore
          </Button>
          <Link to="/admin/settings/backups" className="self-center underline underline-offset-4">
            Cancel
          </Link>
        </div>
      </FormFields>
    </Form>
  )
}

function MomentField({ since, error }: { since: number | null; error: string | undefined }) {
  const { timeZone, now } = useAdminShell()
  return (
    <>
      <TextField
        id="moment"
        name="moment"
        label="Point in time to restore"
        type="datetime-local"
        step={1}
        required
        hint={`In the time zone ${timeZone}. Anything stored later is left out.`}
        error={error}
        className="max-w-64"
      />
      {since === null ? null : (
        <p className="text-sm text-secondary">
          Any moment since <Time at={since} timeZone={timeZone} now={now} /> can be restored.
        </p>
      )}
    </>
  )
}
