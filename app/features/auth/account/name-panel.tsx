import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { AccountPanel } from './account-panel.tsx'

export function NamePanel({ name, answer }: { name: string; answer: FormAnswer | undefined }) {
  return (
    <AccountPanel id="name-title" title="Your name" text="The team sees it next to what you do.">
      <Form method="post" aria-labelledby="name-title" className="grid max-w-md gap-5">
        <input type="hidden" name="intent" value="name" />
        <TextField
          id="own-name"
          name="name"
          label="Name"
          required
          maxLength={80}
          autoComplete="name"
          defaultValue={name}
          error={answer?.errors['name']}
        />
        <div>
          <Button type="submit">Save name</Button>
        </div>
      </Form>
    </AccountPanel>
  )
}
