import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField, TypedContext } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { RotateCcw, Trash2 } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

type DeletedPage = { id: string; name: string; deleted_at: number | null; deleted_path: string | null }

type DeletedPagesProps = {
  pages: readonly DeletedPage[]
  isOpen: boolean
  /** Id of the page whose restoration was refused; `error` says why. */
  rejected: string | undefined
  error: string | undefined
}

const untyped = {}

export function DeletedPages({ pages, isOpen, rejected, error }: DeletedPagesProps) {
  const { timeZone, now } = useAdminShell()
  if (pages.length === 0) return null
  return (
    <details open={isOpen} className="rounded-lg border border-line bg-raised">
      <summary className="flex items-center gap-2.5 px-5 py-3.5 font-medium">
        <Trash2 aria-hidden className="size-4 text-muted" />
        Deleted pages ({pages.length})
      </summary>
      <ul aria-label="Deleted pages" className="divide-y divide-line border-t border-line">
        {pages.map(({ id, name, deleted_at, deleted_path }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium break-words">
                <bdi>{name}</bdi>
              </p>
              {deleted_at === null ? null : (
                <p className="text-sm text-muted">
                  Deleted <Time at={deleted_at} timeZone={timeZone} now={now} />
                </p>
              )}
            </div>
            <Form method="post" className="flex flex-1 basis-72 flex-wrap items-end gap-3">
              <FormFields>
                <input type="hidden" name="id" value={id} />
                <AddressField
                  id={id}
                  name={name}
                  path={deleted_path ?? `/${id}`}
                  error={rejected === id ? error : undefined}
                />
                <Button type="submit" name="intent" value="restore" tone="outline">
                  <RotateCcw aria-hidden className="size-4" />
                  Restore<span className="sr-only"> {name}</span>
                </Button>
              </FormFields>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}

type AddressFieldProps = { id: string; name: string; path: string; error: string | undefined }

/** Shows a value that was typed only at the page whose restoration was refused. */
function AddressField({ id, name, path, error }: AddressFieldProps) {
  const field = (
    <TextField
      id={`path-${id}`}
      name="path"
      label="Address"
      aria-label={`Address of ${name}`}
      defaultValue={path}
      error={error}
      className="min-w-0 flex-1 basis-48"
    />
  )
  return error === undefined ? <TypedContext value={untyped}>{field}</TypedContext> : field
}
