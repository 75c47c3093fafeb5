import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField, TypedContext } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

export type ProvenFormProps = {
  /** The form's id, and the end of its intents. */
  kind: string
  title: string
  badge: ReactNode
  /** What it is for, or which variable wins. */
  text: ReactNode
  stored: { changedAt: number } | null
  asksCode: boolean
  isTested: boolean
  answer: FormAnswer | undefined
  fields: ReactNode
  /** Other buttons; they follow Save, which Enter presses. */
  buttons?: ReactNode
  children?: ReactNode
}

/** The answer of an action is about one of the page's forms. */
export function ownAnswer(answer: FormAnswer | undefined, kind: string): FormAnswer | undefined {
  return answer?.intent.endsWith(`-${kind}`) ? answer : undefined
}

/** What all fields of a form have; their ids begin with the form's. */
export const controlOf = (kind: string, errors: Readonly<Record<string, string>>) => (name: string) => ({
  id: `${kind}-${name}`,
  name,
  error: errors[name],
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
})

/** A connection's form. Saving and disconnecting ask for the owner's own password in a dialog. */
export function ProvenForm(props: ProvenFormProps) {
  const { kind, title, badge, text, stored, asksCode, children } = props
  const answer = ownAnswer(props.answer, kind)
  const errors = answer?.errors ?? {}
  const [asking, setAsking] = useState('')
  const [seen, setSeen] = useState(answer)
  if (seen !== answer) {
    setSeen(answer)
    if (answer && (errors['ownPassword'] ?? errors['code'])) setAsking(answer.intent)
  }
  const { state, formData } = useNavigation()
  const doing = state === 'idle' ? undefined : formData?.get('intent')

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : ''
    if (!intent.startsWith('test') && !new FormData(event.currentTarget).get('ownPassword')) {
      event.preventDefault()
      setAsking(intent)
    } else setAsking('')
  }

  return (
    <TypedContext value={answer?.typed ?? {}}>
      <Form
        id={kind}
        key={stored?.changedAt}
        method="post"
        aria-label={title}
        onSubmit={onSubmit}
        className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
      >
        <FormFields>
          <div className="sm:col-span-2">
            <h2 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
              {title} {badge}
            </h2>
            <p className="mt-1 text-sm text-secondary">{text}</p>
          </div>
          {props.fields}
          <noscript className="grid gap-5 sm:col-span-2">
            <ProofFields kind={kind} asksCode={asksCode} errors={errors} />
          </noscript>
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <Button
              type="submit"
              name="intent"
              value={`save-${kind}`}
              tone={kind === 'outgoing' ? 'solid' : 'outline'}
            >
              {doing === `save-${kind}` ? <Spinner /> : null}
              Save
            </Button>
            {props.isTested ? (
              <Button type="submit" name="intent" value={`test-${kind}`} tone="outline">
                {doing === `test-${kind}` ? <Spinner /> : null}
                Test
              </Button>
            ) : null}
            {props.buttons}
            {stored ? (
              <Button type="submit" name="intent" value={`remove-${kind}`} tone="danger" className="ml-auto">
                Disconnect
              </Button>
            ) : null}
          </div>
          {children ? <div className="sm:col-span-2">{children}</div> : null}
        </FormFields>
      </Form>
      {asking === '' ? null : (
        <ProofDialog
          kind={kind}
          intent={asking}
          asksCode={asksCode}
          errors={answer?.intent === asking ? errors : {}}
          onClose={() => setAsking('')}
        />
      )}
    </TypedContext>
  )
}

type ProofProps = Pick<ProvenFormProps, 'kind' | 'asksCode'> & {
  errors: Readonly<Record<string, string>>
}

function ProofFields({ kind, asksCode, errors }: ProofProps) {
  const belongsTo = { form: kind, required: true } as const
  return (
    <>
      <TextField
        {...belongsTo}
        id={`${kind}-own`}
        name="ownPassword"
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={errors['ownPassword']}
      />
      {asksCode ? (
        <TextField
          {...belongsTo}
          id={`${kind}-code`}
          name="code"
          label="Two-factor code"
          autoComplete="one-time-code"
          spellCheck={false}
          error={errors['code']}
        />
      ) : null}
    </>
  )
}

/** Its fields belong to the form, though they are outside of it. */
function ProofDialog({ intent, onClose, ...fields }: ProofProps & { intent: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const title = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={onClose}
      onKeyDown={(event) => {
        // Otherwise Enter would press the form's first button.
        if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        confirm.current?.click()
      }}
      className="m-auto w-[min(26rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised p-6 text-primary shadow-float backdrop:bg-black/60"
    >
      <div className="grid gap-4">
        <h2 id={title} className="text-lg font-semibold">
          Confirm that it is you
        </h2>
        <ProofFields {...fields} />
        <div className="flex justify-end gap-3">
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button ref={confirm} type="submit" form={fields.kind} name="intent" value={intent} tone="solid">
            Confirm
          </Button>
        </div>
      </div>
    </dialog>
  )
}
