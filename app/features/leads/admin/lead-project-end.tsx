import { Form } from 'react-router'

import { dayOf } from '#app/lib/site-day.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

type ProjectEndFormProps = { endedAt: number | null; error: string | undefined }

export function ProjectEndForm({ endedAt, error }: ProjectEndFormProps) {
  const { timeZone } = useAdminShell()
  return (
    <Form method="post" className="grid gap-3 rounded-lg border border-line bg-raised p-5">
      <FormFields>
        <input type="hidden" name="intent" value="project-end" />
        <TextField
          key={endedAt}
          id="project-end"
          name="day"
          label="Project ended on"
          type="date"
          // The stored time is the end of that day, which is the start of the next.
          defaultValue={endedAt === null ? undefined : dayOf(endedAt - 1, timeZone)}
          error={error}
          hint="Twelve months after this date the lead and everything that belongs to it are deleted. Leave it empty while the project is running."
        />
        <Button type="submit" tone="outline" size="sm" className="justify-self-start">
          Save
        </Button>
      </FormFields>
    </Form>
  )
}
