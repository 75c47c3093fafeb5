import { useState } from 'react'

import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

type Values = {
  text: string
  assistantId: string
  shouldKnow: boolean
  facts: readonly string[]
  sources: readonly string[]
}

type Props = {
  /** Undefined for a new question. */
  values?: Partial<Values> | undefined
  /** Names of the assistants by their ids; empty if there is one. */
  assistants: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

export function QuestionFormFields({ values, assistants, errors }: Props) {
  const {
    text = '',
    assistantId = 'site',
    shouldKnow = true,
    facts = [],
    sources = [],
  }: Partial<Values> = { ...values }
  const [expects, setExpects] = useState(shouldKnow ? 'answer' : 'unknown')
  return (
    <>
      <TextField
        id="text"
        name="text"
        label="Question"
        required
        maxLength={500}
        defaultValue={text}
        error={errors['text']}
      />
      {Object.keys(assistants).length === 0 ? null : (
        <Field id="assistant" label="Assistant" error={errors['assistant']}>
          <Select
            {...fieldControl('assistant', errors['assistant'])}
            name="assistant"
            defaultValue={assistantId}
          >
            {Object.entries(assistants).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field id="expects" label="Expected" error={errors['expects']}>
        <Select
          {...fieldControl('expects', errors['expects'])}
          name="expects"
          defaultValue={expects}
          onChange={({ target }) => setExpects(target.value)}
        >
          <option value="answer">An answer</option>
          <option value="unknown">It says that it does not know</option>
        </Select>
      </Field>
      <div hidden={expects === 'unknown'} className="grid gap-5 sm:grid-cols-2 [&[hidden]]:hidden">
        <Field
          id="facts"
          label="The answer must say"
          hint="One fact per line. Separate alternative wordings with |, for example: two weeks | 14 days."
          error={errors['facts']}
        >
          <TextArea
            {...fieldControl('facts', errors['facts'], 'hint')}
            name="facts"
            rows={3}
            defaultValue={facts.join('\n')}
          />
        </Field>
        <Field
          id="sources"
          label="The answer must cite one of"
          hint="One source per line: a page by its path, such as /about, or a knowledge item by its title."
          error={errors['sources']}
        >
          <TextArea
            {...fieldControl('sources', errors['sources'], 'hint')}
            name="sources"
            rows={3}
            defaultValue={sources.join('\n')}
          />
        </Field>
      </div>
    </>
  )
}
