import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { MAX_TEXT, MAX_TITLE } from '../items/item-fields.ts'

import { useAddForm } from './use-add-form.ts'

type TextFormProps = {
  question: { id: string; text: string } | null
  errors: Readonly<Record<string, string>>
  onAdded: (id: string) => void
}

export function TextForm({ question, errors: errorsBefore, onAdded }: TextFormProps) {
  const { fetcher, form, errors = errorsBefore, isBusy } = useAddForm(onAdded)
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/admin/knowledge?tab=text"
      aria-label="Text"
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value="text" />
      {question ? <input type="hidden" name="question" value={question.id} /> : null}
      <TextField
        id="title"
        name="title"
        label="Title"
        required
        maxLength={MAX_TITLE}
        autoComplete="off"
        defaultValue={question?.text.slice(0, MAX_TITLE)}
        error={errors['title']}
      />
      <Field
        id="text"
        label="Text"
        hint="Lines that begin with # are headings; replies name them."
        error={errors['text']}
      >
        <TextArea
          {...fieldControl('text', errors['text'], 'hint')}
          name="text"
          required
          maxLength={MAX_TEXT}
          rows={8}
        />
      </Field>
      <div>
        <Button type="submit" tone="solid" disabled={isBusy}>
          {isBusy ? <Spinner /> : null}
          Save
        </Button>
      </div>
    </fetcher.Form>
  )
}
