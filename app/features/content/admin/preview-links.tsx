import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

type Link = { id: string; url: string; madeAt: number; madeBy: string; expiresAt: number }

export function PreviewLinks({ links, error }: { links: readonly Link[]; error: string | undefined }) {
  const { timeZone, now } = useAdminShell()
  return (
    <section
      aria-labelledby="preview-links"
      className="grid gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <div>
        <h2 id="preview-links" className="text-lg font-semibold">
          Preview links
        </h2>
        <p className="mt-1 text-sm text-secondary">
          Anyone with a preview link can see the draft without an account until the link expires or you revoke
          it.
        </p>
      </div>
      <ul aria-label="Preview links" className="grid gap-4 empty:hidden">
        {links.map(({ id, url, madeAt, madeBy, expiresAt }) => (
          <li key={id} className="grid gap-1.5">
            <div className="flex flex-wrap items-end gap-3">
              <TextField
                id={`link-${id}`}
                label="Link"
                readOnly
                value={url}
                onFocus={({ currentTarget }) => currentTarget.select()}
                className="min-w-0 flex-1 basis-64"
              />
              <Form method="post">
                <FormFields>
                  <input type="hidden" name="link" value={id} />
                  <Button type="submit" name="intent" value="revoke" tone="outline">
                    Revoke
                  </Button>
                </FormFields>
              </Form>
            </div>
            <p className="text-sm text-muted">
              Expires on <Time at={expiresAt} timeZone={timeZone} />. Created{' '}
              <Time at={madeAt} timeZone={timeZone} now={now} /> by <bdi>{madeBy}</bdi>.
            </p>
          </li>
        ))}
      </ul>
      <Form method="post" aria-label="New preview link" className="flex flex-wrap items-end gap-3">
        <FormFields>
          <TextField
            id="days"
            name="days"
            type="number"
            label="Days until it expires"
            min={1}
            max={90}
            required
            defaultValue={7}
            error={error}
            className="w-44"
          />
          <Button type="submit" name="intent" value="preview" tone="outline">
            Create a preview link
          </Button>
        </FormFields>
      </Form>
    </section>
  )
}
