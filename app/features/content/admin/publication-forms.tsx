import { Form } from 'react-router'

import { toLocalTime } from '#app/lib/zoned-time.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

type PublicationFormsProps = {
  page: { state: 'draft' | 'published' | 'changed'; publishAt: number | null }
  scheduleError: string | null
  isFixed: boolean
  errors: Readonly<Record<string, string>>
}

const explanations = {
  draft: 'Visitors do not see this page yet.',
  published: 'Visitors see the latest saved version.',
  changed: 'Visitors see an earlier version than the latest saved one.',
}

export function PublicationForms({ page, scheduleError, isFixed, errors }: PublicationFormsProps) {
  const { timeZone } = useAdminShell()
  const { state, publishAt } = page
  return (
    <section aria-labelledby="publication" className="grid gap-5 rounded-lg border border-line bg-raised p-6">
      <div>
        <h2 id="publication" className="text-lg font-semibold">
          Publication
        </h2>
        <p className="mt-1 text-sm text-secondary">{explanations[state]}</p>
        {publishAt === null ? null : (
          <p className="mt-1 text-sm text-secondary">
            The version saved by then is published on <Time at={publishAt} timeZone={timeZone} />.
          </p>
        )}
        {scheduleError === null ? null : (
          <p className="mt-1 text-sm text-danger">The last attempt failed: {scheduleError}</p>
        )}
      </div>
      <Form method="post" className="flex flex-wrap gap-3">
        <FormFields>
          {state === 'published' ? null : (
            <Button type="submit" name="intent" value="publish" tone="solid">
              Publish
            </Button>
          )}
          {state === 'draft' || isFixed ? null : (
            <Button type="submit" name="intent" value="unpublish" tone="outline">
              Unpublish
            </Button>
          )}
          {publishAt === null ? null : (
            <Button type="submit" name="intent" value="cancel-schedule" tone="outline">
              Cancel the schedule
            </Button>
          )}
        </FormFields>
      </Form>
      <Form
        key={publishAt}
        method="post"
        aria-label="Schedule"
        className="flex flex-wrap items-end gap-3 border-t border-line pt-5"
      >
        <FormFields>
          <TextField
            id="publishAt"
            name="publishAt"
            type="datetime-local"
            label={`Publish at (${timeZone})`}
            defaultValue={publishAt === null ? '' : toLocalTime(publishAt, timeZone)}
            error={errors['publishAt']}
          />
          <Button type="submit" name="intent" value="schedule" tone="outline">
            Schedule
          </Button>
        </FormFields>
      </Form>
    </section>
  )
}
