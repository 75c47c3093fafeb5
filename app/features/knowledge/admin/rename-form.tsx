import { Form, useNavigation } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { MAX_TITLE } from '../items/item-fields.ts'

/** The title is what replies name as their source. */
export function RenameForm({ title, error }: { title: string; error: string | undefined }) {
  const isSaving = useNavigation().formData?.get('intent') === 'rename'
  return (
    <Form
      method="post"
      aria-label="Rename"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5"
    >
      <input type="hidden" name="intent" value="rename" />
      <TextField
        id="title"
        name="title"
        label="Title"
        hint="Replies name it as their source."
        required
        maxLength={MAX_TITLE}
        autoComplete="off"
        defaultValue={title}
        error={error}
      />
      <div>
        <Button type="submit" tone="outline" disabled={isSaving}>
          Rename
        </Button>
      </div>
    </Form>
  )
}
