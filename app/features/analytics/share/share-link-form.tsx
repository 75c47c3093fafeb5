import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ShareLink } from './share-link.server.ts'

export function ShareLinkForm({ link }: { link: ShareLink | null }) {
  const { timeZone, now } = useAdminShell()
  return (
    <section
      aria-labelledby="share-link"
      className="grid max-w-2xl gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <h2 id="share-link" className="text-lg font-semibold">
        Share link
      </h2>
      <p className="text-sm text-secondary">
        Anyone with the link can read the figures without an account. They see no names, addresses or messages
        and cannot change anything.
      </p>
      {link ? (
        <div className="grid gap-1.5">
          <TextField
            id="shareUrl"
            label="Link"
            readOnly
            value={link.url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <p className="text-sm text-muted">
            Created <Time at={link.madeAt} timeZone={timeZone} now={now} />.
          </p>
        </div>
      ) : null}
      <Form method="post" className="flex flex-wrap gap-3">
        <FormFields>
          <Button type="submit" name="intent" value="make-link" tone="outline">
            {link ? 'Create a new link' : 'Create a link'}
          </Button>
          {link ? (
            <Button type="submit" name="intent" value="revoke-link" tone="outline">
              Revoke link
            </Button>
          ) : null}
        </FormFields>
      </Form>
    </section>
  )
}
