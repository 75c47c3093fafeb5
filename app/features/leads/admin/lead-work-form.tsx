import { useEffect, useId, useRef } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import { type WorkFieldName, workFields } from '../lead-fields.ts'
import { type LeadWork, workText } from '../work/lead-work.ts'

type LeadWorkFormProps = {
  work: LeadWork
  currency: string
  assigneeId: string | null
  assignees: readonly { id: string; name: string }[]
  /** The errors of a form that was sent without JavaScript. */
  errors: Readonly<Record<string, string>> | undefined
}

const widths: Record<WorkFieldName, string> = {
  valueCents: 'min-w-0',
  nextStep: 'col-span-2',
  // Wide enough for a date on a phone.
  dueOn: 'col-span-2 min-w-0 sm:col-span-1 lg:col-span-2',
  tags: 'col-span-2 min-w-0',
}

/** The plan of a lead. Each field saves itself when it loses focus or on Enter. */
export function LeadWorkForm({ work, currency, assigneeId, assignees, errors }: LeadWorkFormProps) {
  const fieldOf = (name: WorkFieldName) => (
    <WorkField
      name={name}
      label={name === 'valueCents' ? `${workFields[name].heading} (${currency})` : workFields[name].heading}
      saved={workText(name, work)}
      error={errors?.[name]}
    />
  )
  return (
    <section
      aria-label="Plan"
      className="grid grid-cols-2 gap-3 rounded-lg border border-line bg-raised p-4 sm:grid-cols-4 lg:grid-cols-2"
    >
      {fieldOf('nextStep')}
      {fieldOf('dueOn')}
      {fieldOf('valueCents')}
      <AssigneeField assigneeId={assigneeId} assignees={assignees} />
      {fieldOf('tags')}
    </section>
  )
}

type WorkFieldProps = { name: WorkFieldName; label: string; saved: string; error: string | undefined }

function WorkField({ name, label, saved, error: plainError }: WorkFieldProps) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  useReloadAfterRejection(fetcher.data)
  const id = useId()
  const error = fetcher.data?.errors[name] ?? plainError
  const [input, takeTyped] = useSavedValue(saved)
  const first = useTyped(name, saved)

  const save = (isAskedFor: boolean) => {
    const typed = takeTyped(isAskedFor)
    if (typed !== null)
      void fetcher.submit({ intent: 'work', [name]: typed, seen: saved }, { method: 'post' })
  }
  return (
    <fetcher.Form
      method="post"
      className={widths[name]}
      onSubmit={(event) => {
        event.preventDefault()
        save(true)
      }}
    >
      <FormFields>
        <input type="hidden" name="intent" value="work" />
        <input type="hidden" name="seen" value={saved} />
        <Field id={id} label={label} error={error}>
          <input
            ref={input}
            {...fieldControl(id, error)}
            name={name}
            type={name === 'dueOn' ? 'date' : 'text'}
            inputMode={name === 'valueCents' ? 'decimal' : undefined}
            maxLength={workFields[name].limit}
            placeholder={name === 'tags' ? 'One, another' : undefined}
            autoComplete="off"
            defaultValue={first}
            className={cx(inputClass, 'px-3 py-2', name === 'valueCents' && 'tabular-nums')}
            onBlur={() => save(false)}
            onKeyDown={(event) => {
              // Browsers do not submit a form on Enter in a date field.
              if (event.key !== 'Enter') return
              event.preventDefault()
              save(true)
            }}
          />
        </Field>
        <PlainSave />
      </FormFields>
    </fetcher.Form>
  )
}

/**
 * Keeps what was typed while it is edited or after a rejection; after saving, shows the value as the server read it.
 * The returned function gives the text to save, or null; rejected text is saved again only on request.
 */
function useSavedValue(saved: string) {
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef<string | null>(null)
  const before = useRef(saved)
  useEffect(() => {
    const control = input.current
    if (!control || before.current === saved) return
    if (control.value === before.current || control.value === sent.current) control.value = saved
    before.current = saved
    sent.current = null
  }, [saved])
  const takeTyped = (isAskedFor: boolean): string | null => {
    const typed = input.current?.value
    if (typed === undefined || typed === saved || (typed === sent.current && !isAskedFor)) return null
    sent.current = typed
    return typed
  }
  return [input, takeTyped] as const
}

/** The router does not revalidate after a rejection, but a rejection means that the page is out of date. */
function useReloadAfterRejection(answer: FormAnswer | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (answer && !answer.ok) void revalidate()
  }, [answer, revalidate])
}

function AssigneeField({ assigneeId, assignees }: Pick<LeadWorkFormProps, 'assigneeId' | 'assignees'>) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  useReloadAfterRejection(fetcher.data)
  const id = useId()
  const chosen = fetcher.formData?.get('memberId')
  const shown = assigneeId === null ? '' : assigneeId
  return (
    <fetcher.Form method="post" className="min-w-0">
      <FormFields>
        <input type="hidden" name="intent" value="assign" />
        <input type="hidden" name="seen" value={shown} />
        <Field id={id} label="Assigned to">
          <Select
            id={id}
            name="memberId"
            value={typeof chosen === 'string' ? chosen : shown}
            className="py-2"
            onChange={({ currentTarget }) => void fetcher.submit(currentTarget.form)}
          >
            <option value="">Nobody</option>
            {assignees.map((member) => (
              <option key={member.id} value={member.id}>
                {member.name}
              </option>
            ))}
          </Select>
        </Field>
        <PlainSave />
      </FormFields>
    </fetcher.Form>
  )
}

function PlainSave() {
  return (
    <noscript>
      <Button type="submit" tone="outline" size="sm" className="mt-2">
        Save
      </Button>
    </noscript>
  )
}
