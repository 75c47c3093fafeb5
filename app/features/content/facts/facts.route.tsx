import { Form } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import { SiteSections } from '../site-sections.tsx'

import type { Route } from './+types/facts.route.ts'
import { readFacts, saveFacts } from './save-facts.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readFacts)
}

export const action = formAction(
  {
    save: form({
      schema: anyFields,
      run: saveFacts,
      toast: { title: 'Saved', text: 'Every page now shows it.' },
      rejected: 'Not saved',
    }),
  },
  { maxFields: 300 },
)

export function meta() {
  return [{ title: 'Facts · Admin' }]
}

export default function FactsRoute({ loaderData: facts, actionData }: Route.ComponentProps) {
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage title="Facts">
      <SiteSections />
      <p className="max-w-3xl text-secondary">
        A text names a fact, as in “A person replies within {'{replyWithin}'}”; without its value, the
        sentence is left out.
      </p>
      <Form method="post" aria-label="Facts" className="grid max-w-3xl gap-6">
        <FormFields>
          <Table
            caption="Facts"
            head={
              <>
                <HeadCell className="hidden w-1/2 sm:table-cell">Fact and its name in texts</HeadCell>
                <HeadCell>Value</HeadCell>
              </>
            }
          >
            {facts.map(({ name, title, value }) => (
              <tr key={name}>
                <Cell className="hidden sm:table-cell">
                  <span className="block font-medium wrap-anywhere">{title}</span>
                  <code className="block text-xs text-muted">{`{${name}}`}</code>
                </Cell>
                <Cell className="sm:[&_label]:sr-only">
                  <TextField
                    id={`fact.${name}`}
                    name={`fact.${name}`}
                    label={title}
                    aria-label={`${title} {${name}}`}
                    maxLength={120}
                    defaultValue={value}
                    error={errors[`fact.${name}`]}
                  />
                  <code className="mt-1.5 block text-xs text-secondary sm:hidden">{`{${name}}`}</code>
                </Cell>
              </tr>
            ))}
          </Table>
          <fieldset
            key={facts.length}
            className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-3"
          >
            <legend className="sr-only">Another fact</legend>
            <TextField
              id="newName"
              name="newName"
              label="Name of another fact"
              hint="Letters and digits, for example founded."
              maxLength={40}
              error={errors['newName']}
            />
            <TextField
              id="newTitle"
              name="newTitle"
              label="What it says"
              maxLength={80}
              error={errors['newTitle']}
            />
            <TextField
              id="newValue"
              name="newValue"
              label="Its value"
              maxLength={120}
              error={errors['newValue']}
            />
          </fieldset>
          <div>
            <Button type="submit" name="intent" value="save" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}
