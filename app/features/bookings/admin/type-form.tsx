import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { questionLines } from '../types/meeting-type.ts'
import type { getMeetingType } from '../types/save-meeting-type.server.ts'

type TypeFormProps = Awaited<ReturnType<typeof getMeetingType>> & { errors: Readonly<Record<string, string>> }

export function TypeForm({ type, members, errors }: TypeFormProps) {
  const questions = useTyped('questions', questionLines(type.questions).join('\n'))
  return (
    <Form
      method="post"
      aria-label="Meeting type"
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:grid-cols-2 sm:p-6"
    >
      <FormFields>
        <TextField
          id="name"
          name="name"
          label="Name"
          required
          defaultValue={type.name}
          error={errors['name']}
        />
        <Minutes name="length" label="Length in minutes" value={type.length} errors={errors} />
        <TextField
          id="location"
          name="location"
          label="Location or link"
          defaultValue={type.location}
          error={errors['location']}
          hint="The guest gets it with the invitation. A place is also shown before booking, a link is not."
          className="sm:col-span-2"
        />
        <Field
          id="questions"
          label="Questions"
          error={errors['questions']}
          hint="One per line. End a question with * to require an answer."
          className="sm:col-span-2"
        >
          <TextArea
            {...fieldControl('questions', errors['questions'], 'hint')}
            name="questions"
            rows={3}
            defaultValue={questions}
          />
        </Field>
        <Minutes name="bufferBefore" label="Free minutes before" value={type.bufferBefore} errors={errors} />
        <Minutes name="bufferAfter" label="Free minutes after" value={type.bufferAfter} errors={errors} />
        <Minutes
          name="noticeHours"
          label="Minimum notice in hours"
          value={type.notice / 60}
          errors={errors}
        />
        <Minutes name="windowDays" label="Days ahead" value={type.windowDays} errors={errors} />
        <Minutes name="dailyMaximum" label="Maximum per day" value={type.dailyMaximum} errors={errors} />
        <fieldset className="grid gap-2 sm:col-span-2">
          <legend className="mb-1 text-sm font-medium text-secondary">Members who take turns</legend>
          {members.map(({ id, name }) => (
            <label key={id} className="flex items-center gap-2">
              <input type="checkbox" name={`member-${id}`} defaultChecked={type.members.includes(id)} />
              {name}
            </label>
          ))}
          <p className="text-sm text-muted">If nobody is chosen, the owner offers it.</p>
        </fieldset>
        <label className="flex items-center gap-2 sm:col-span-2">
          <input type="checkbox" name="isOffered" defaultChecked={type.isOffered} />
          Visitors can book it
        </label>
        <Button type="submit" tone="solid" className="justify-self-start">
          Save
        </Button>
      </FormFields>
    </Form>
  )
}

type MinutesProps = {
  name: string
  label: string
  value: number | null
  errors: Readonly<Record<string, string>>
}

function Minutes({ name, label, value, errors }: MinutesProps) {
  return (
    <TextField
      id={name}
      name={name}
      label={label}
      inputMode="numeric"
      defaultValue={value === null ? '' : String(value)}
      error={errors[name]}
    />
  )
}
