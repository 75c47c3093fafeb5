import { Form } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Trash2 } from '#app/ui/icons.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { MOST_OPENINGS, openings, type Openings, saveOpenings } from '../settings/openings.server.ts'

import type { Route } from './+types/openings.route.ts'
import { ChatbotTabs } from './chat-tabs.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await answer(context, openings.readAsOwner)
  return { settings, most: MOST_OPENINGS }
}

export const action = formAction(
  {
    save: form({
      schema: anyFields,
      run: saveOpenings,
      toast: { title: 'Saved', text: 'The chat now opens with it.' },
      rejected: 'Not saved',
    }),
  },
  { maxFields: 200, maxBytes: 256 * 1024 },
)

export function meta() {
  return [{ title: 'Greetings and questions · Admin' }]
}

export default function OpeningsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, most } = loaderData
  const errors = actionData?.errors ?? {}
  const rows = settings.pages.length < most ? [...settings.pages, empty] : settings.pages
  return (
    <AdminPage title="Chatbot Settings">
      <ChatbotTabs />
      <p className="max-w-3xl text-secondary">
        The chat opens with a greeting and up to six questions to press. A page can have its own.
      </p>
      <Form
        key={JSON.stringify(settings)}
        method="post"
        aria-label="Greetings and questions"
        className="grid max-w-3xl grid-cols-1 gap-6"
      >
        <FormFields>
          <input type="hidden" name="intent" value="save" />
          {/* Enter in a field activates a form's first button. */}
          <button type="submit" tabIndex={-1} aria-hidden className="sr-only">
            Save
          </button>
          <div className="rounded-lg border border-line bg-raised p-4 sm:p-6">
            <Area
              name="questions"
              label="Questions on every page"
              hint="One per line, at most six."
              text={settings.questions.join('\n')}
              error={errors['questions']}
              rows={4}
            />
          </div>
          {errors['pages'] ? (
            <p role="alert" className="text-sm text-danger">
              {errors['pages']}
            </p>
          ) : null}
          {rows.map((row, at) => (
            <PageFields
              key={at}
              from={`pages.${at}`}
              name={at === settings.pages.length ? 'Another page' : `Page ${at + 1}`}
              isNew={at === settings.pages.length}
              row={row}
              errors={errors}
            />
          ))}
          <div>
            <Button type="submit" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

const empty: Openings['pages'][number] = { path: '', greeting: '', questions: [] }

type PageFieldsProps = {
  from: string
  name: string
  isNew: boolean
  row: Openings['pages'][number]
  errors: Readonly<Record<string, string>>
}

function PageFields({ from, name, isNew, row, errors }: PageFieldsProps) {
  const field = (key: string) => `${from}.${key}`
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line bg-raised p-4 sm:p-6">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-3">
        <TextField
          id={field('path')}
          name={field('path')}
          label={isNew ? 'Path of another page' : `Path of page ${name.slice(5)}`}
          hint="Such as /services/ai-chatbots."
          maxLength={200}
          defaultValue={row.path}
          error={errors[field('path')]}
          className="min-w-0 flex-1"
        />
        {isNew ? null : (
          <Button
            type="submit"
            name="remove"
            value={from}
            tone="quiet"
            size="sm"
            aria-label={`Remove ${row.path}`}
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      <Area
        name={field('greeting')}
        label="Greeting"
        hint="If empty, the welcome message is used."
        text={row.greeting}
        error={errors[field('greeting')]}
        rows={2}
      />
      <Area
        name={field('questions')}
        label="Questions"
        hint="One per line, at most six. If empty, the questions for every page are used."
        text={row.questions.join('\n')}
        error={errors[field('questions')]}
        rows={3}
      />
    </fieldset>
  )
}

type AreaProps = {
  name: string
  label: string
  hint: string
  text: string
  error: string | undefined
  rows: number
}

function Area({ name, label, hint, text, error, rows }: AreaProps) {
  return (
    <Field id={name} label={label} hint={hint} error={error}>
      <TextArea {...fieldControl(name, error, 'hint')} name={name} rows={rows} defaultValue={text} />
    </Field>
  )
}
