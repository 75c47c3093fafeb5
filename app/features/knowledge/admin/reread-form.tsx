import { Form, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

/** How often a page is read again by itself; kept as soon as it is chosen. */
export function RereadForm({ every }: { every: 'day' | 'week' | null }) {
  const submit = useSubmit()
  const isAwake = useAwake()
  return (
    <Form
      method="post"
      aria-label="Read again by itself"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5"
      onChange={({ currentTarget }) => void submit(currentTarget)}
    >
      <input type="hidden" name="intent" value="schedule" />
      <Field id="every" label="Read again by itself">
        <Select id="every" name="every" defaultValue={every ?? ''}>
          <option value="">Never</option>
          <option value="day">Every day</option>
          <option value="week">Every week</option>
        </Select>
      </Field>
      {isAwake ? null : (
        <div>
          <Button type="submit" tone="outline">
            Save
          </Button>
        </div>
      )}
    </Form>
  )
}
