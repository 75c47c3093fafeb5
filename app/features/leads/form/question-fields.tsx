import type { ComponentProps } from 'react'

import { fill } from '#app/lib/messages.ts'
import {
  acceptAttribute,
  acceptedKinds,
  type FileRules,
  MEGABYTE,
  usualFileRules,
} from '#app/lib/question-files.ts'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import {
  answerField,
  answerLimits,
  type AskedQuestions,
  type Question,
  typedAnswers,
} from '#app/lib/question.ts'

type QuestionFieldsProps = AskedQuestions & {
  /** Precedes the ids, for pages with several forms. */
  idPrefix?: string
  className?: string
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

export function QuestionFields({ list, idPrefix = '', ...rest }: QuestionFieldsProps) {
  return list.map((question) => (
    <QuestionField key={question.id} id={`${idPrefix}${answerField(question.id)}`} of={question} {...rest} />
  ))
}

type QuestionFieldProps = Omit<QuestionFieldsProps, 'list' | 'idPrefix'> & { id: string; of: Question }

function QuestionField({ id, of: question, texts, values, errors, className }: QuestionFieldProps) {
  const { kind, isRequired, help, choices } = question
  const name = answerField(question.id)
  const error = errors[name]
  const typed = typedAnswers(question.id, values)
  const label = isRequired ? `${question.text} *` : question.text
  const field = { id, label, error, hint: help || undefined, ...(className && { className }) }
  const control = { ...fieldControl(id, error, help), name, required: isRequired, defaultValue: typed[0] }
  if (kind === 'several')
    return (
      <Field {...field}>
        <div
          role="group"
          aria-label={label}
          aria-describedby={control['aria-describedby']}
          className="grid gap-1.5"
        >
          {choices.map((choice, n) => (
            <label key={choice} className="flex items-start gap-3 text-secondary">
              <input
                type="checkbox"
                name={`${name}-${n}`}
                value={choice}
                defaultChecked={typed.includes(choice)}
                className="mt-1 size-5 shrink-0 rounded-sm"
              />
              {choice}
            </label>
          ))}
        </div>
      </Field>
    )
  if (kind === 'long')
    return (
      <Field {...field}>
        <TextArea {...control} rows={3} maxLength={answerLimits.long} />
      </Field>
    )
  if (kind === 'one' || kind === 'yesNo')
    return (
      <Field {...field}>
        <Select {...control}>
          <option value="">{texts.choose}</option>
          {kind === 'one' ? (
            choices.map((choice) => <option key={choice}>{choice}</option>)
          ) : (
            <>
              <option value="Yes">{texts.yes}</option>
              <option value="No">{texts.no}</option>
            </>
          )}
        </Select>
      </Field>
    )
  if (kind === 'file')
    return <FileQuestion {...field} rules={question.file} name={name} required={isRequired} texts={texts} />
  return (
    <TextField
      {...field}
      name={name}
      required={isRequired}
      defaultValue={typed[0]}
      maxLength={answerLimits[kind]}
      {...(kind === 'date' && { type: 'date' })}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
    />
  )
}

type FileQuestionProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'type'> & {
  rules: FileRules | undefined
  texts: AskedQuestions['texts']
}

/** The server tells by the content what the file is; the browser only says early that it is too large. */
function FileQuestion({ rules = usualFileRules, texts, hint, ...field }: FileQuestionProps) {
  const { megabytes: limit } = rules
  const accepted = fill(texts.fileHint, { limit, kinds: acceptedKinds(rules) })
  return (
    <FileField
      {...field}
      hint={[hint, accepted].filter(Boolean).join(' ')}
      accept={acceptAttribute(rules)}
      maxBytes={limit * MEGABYTE}
      tooLarge={fill(texts.fileTooLarge, { limit })}
    />
  )
}
