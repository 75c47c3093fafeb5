import { Form, Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

/** Asks for the word before everything is replaced. */
export function RestoreForm({ name, error }: { name: string; error: string | undefined }) {
  return (
    <Form
      method="post"
      aria-label="Restore a backup"
      className="grid max-w-2xl gap-4 rounded-lg border border-danger/40 bg-raised p-6"
    >
      <input type="hidden" name="name" value={name} />
      <p>
        Restore <code className="break-all">{name}</code>?
      </p>
      <p className="text-sm text-secondary">
        The server starts anew with this backup in the place of everything there is now. What came in after
        the backup is no longer shown: inquiries, conversations, posts and settings. It is set aside, not
        deleted. Whoever was erased since is erased again. Everybody is signed out, and the site is away for
        some seconds, or minutes with much data. Where that fails, all stays as it is, and this page says why.
      </p>
      <TextField
        id="confirmation"
        name="confirmation"
        label="Type RESTORE to confirm"
        autoComplete="off"
        required
        error={error}
      />
      <div className="flex gap-3">
        <Button type="submit" name="intent" value="restore" tone="danger">
          Restore
        </Button>
        <Link to="/admin/settings/backups" className="self-center underline underline-offset-4">
          Cancel
        </Link>
      </div>
    </Form>
  )
}
