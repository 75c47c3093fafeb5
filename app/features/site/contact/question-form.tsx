import { useEffect } from 'react'
import { Form, Link } from 'react-router'

import { type FormAnswer, formError } from '#app/lib/form-answer.ts'
import {
  fileGroupNames,
  fileGroups,
  type FileRules,
  LARGEST_FILE,
  usualFileRules,
} from '#app/lib/question-files.ts'
import { kindNames, LONGEST_QUESTION, questionKinds } from '#app/lib/question-kinds.ts'
import { type Question } from '#app/lib/question.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

export type Services = readonly (readonly [id: string, name: string])[]

type QuestionFormProps = {
  question: Question | null
  services: Services
  answered: FormAnswer | undefined
}

export function QuestionForm({ question, services, answered }: QuestionFormProps) {
  const rejected = answered?.intent === 'save' && !answered.ok ? answered : undefined
  const errors = rejected?.errors ?? {}
  const refusal = formError(rejected)
  const choices = useTyped('choices', question ? question.choices.join('\n') : '')
  const isChecked = (name: string, first: boolean) => (rejected ? name in rejected.typed : first)
  useEffect(() => {
    document.getElementById('question')?.focus()
  }, [])
  return (
    <Form
      method="post"
      aria-label="Question"
      preventScrollReset
      className="question-form grid gap-5 sm:grid-cols-2"
    >
      <FormFields>
        <input type="hidden" name="id" value={question ? question.id : ''} />
        {refusal ? (
          <p role="alert" className="text-danger sm:col-span-2">
            {refusal}
          </p>
        ) : null}
        <TextField
          id="question"
          name="question"
          label="Question"
          required
          maxLength={LONGEST_QUESTION}
          defaultValue={question?.text}
          error={errors['question']}
        />
        <Field id="kind" label="Kind" error={errors['kind']}>
          <Select
            {...fieldControl('kind', errors['kind'])}
            name="kind"
            defaultValue={question?.kind ?? 'short'}
          >
            {kindNames.map((kind) => (
              <option key={kind} value={kind}>
                {questionKinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <div className="question-choices sm:col-span-2">
          <Field id="choices" label="Choices" hint="One a line." error={errors['choices']}>
            <TextArea
              {...fieldControl('choices', errors['choices'], 'hint')}
              name="choices"
              rows={4}
              defaultValue={choices}
            />
          </Field>
        </div>
        <FileRulesFields rules={question?.file} isChecked={isChecked} errors={errors} />
        <TextField
          id="help"
          name="help"
          label="Help"
          maxLength={300}
          defaultValue={question?.help}
          error={errors['help']}
          className="sm:col-span-2"
        />
        <label className="flex items-center gap-2 sm:col-span-2">
          <input
            type="checkbox"
            name="required"
            defaultChecked={isChecked('required', question?.isRequired ?? false)}
          />
          Required
        </label>
        {services.length > 0 ? (
          <fieldset className="grid gap-2 sm:col-span-2 sm:grid-cols-2">
            <legend className="mb-1.5 text-sm font-medium text-secondary">
              Only in inquiries about these services
            </legend>
            {services.map(([id, name]) => (
              <label key={id} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  name={`service-${id}`}
                  defaultChecked={isChecked(`service-${id}`, question?.services.includes(id) ?? false)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        ) : null}
        <div className="flex gap-2 sm:col-span-2">
          <Button type="submit" name="intent" value="save" tone="solid">
            Save
          </Button>
          <Link to="/admin/contact-form" preventScrollReset className={buttonClass({ tone: 'quiet' })}>
            Cancel
          </Link>
        </div>
      </FormFields>
    </Form>
  )
}

type FileRulesFieldsProps = {
  rules: FileRules | undefined
  isChecked: (name: string, first: boolean) => boolean
  errors: Readonly<Record<string, string>>
}

function FileRulesFields({ rules = usualFileRules, isChecked, errors }: FileRulesFieldsProps) {
  const error = fileGroupNames.map((group) => errors[`accept-${group}`]).find(Boolean)
  return (
    <div className="question-file sm:col-span-2">
      <div className="grid gap-5 sm:grid-cols-2">
        <fieldset className="grid content-start gap-2">
          <legend className="mb-1.5 text-sm font-medium text-secondary">Accepted files</legend>
          {fileGroupNames.map((group) => (
            <label key={group} className="flex items-center gap-2">
              <input
                type="checkbox"
                name={`accept-${group}`}
                defaultChecked={isChecked(`accept-${group}`, rules.accepts.includes(group))}
              />
              {fileGroups[group]}
            </label>
          ))}
          {error ? (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          ) : null}
        </fieldset>
        <TextField
          id="megabytes"
          name="megabytes"
          label="Largest size in MB"
          inputMode="numeric"
          hint={`At most ${LARGEST_FILE}. Members download the file from the lead.`}
          defaultValue={String(rules.megabytes)}
          error={errors['megabytes']}
        />
      </div>
    </div>
  )
}
