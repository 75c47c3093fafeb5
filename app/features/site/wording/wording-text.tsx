import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { Time } from '#app/ui/time.tsx'

import type { ListedText } from './change-wording.server.ts'

type WordingTextProps = { text: ListedText; error: string | undefined; timeZone: string }

export function WordingText({ text, error, timeZone }: WordingTextProps) {
  const { key, group, own, worded, earlier, places } = text
  const shown = worded ?? own
  const hints = places.map((place) => `{${place}}`).join(', ')
  const hint = hints && `Filled in: ${hints}`
  return (
    <div className="grid gap-2 px-4 py-2">
      <Form
        method="post"
        aria-label={key}
        className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <FormFields>
          <input type="hidden" name="place" value={key} />
          <Field
            id={key}
            label={`${group}: ${nameOf(key)}`}
            error={error}
            hint={hint}
            className="md:grid-cols-[18rem_minmax(0,1fr)] md:items-center md:gap-x-4 md:[&>p]:col-start-2"
          >
            <TextArea
              {...fieldControl(key, error, hint)}
              name="text"
              rows={shown.length > 90 ? 3 : 1}
              maxLength={1000}
              defaultValue={shown}
            />
          </Field>
          {worded === null ? null : (
            <p className="text-sm text-muted sm:col-span-2 sm:row-start-2 md:pl-76">
              Original: <bdi>{own}</bdi>
            </p>
          )}
          <div className="flex gap-1 sm:col-start-2 sm:row-start-1">
            <Button
              type="submit"
              name="intent"
              value="save"
              tone="quiet"
              size="sm"
              aria-label={`Save ${key}`}
            >
              Save
            </Button>
            {worded === null ? null : (
              <Button
                type="submit"
                name="intent"
                value="reset"
                tone="quiet"
                size="sm"
                aria-label={`Reset ${key}`}
              >
                Reset
              </Button>
            )}
          </div>
        </FormFields>
      </Form>
      {earlier.length > 0 ? <Earlier of={key} texts={earlier} timeZone={timeZone} /> : null}
    </div>
  )
}

function Earlier({ of, texts, timeZone }: { of: string; texts: ListedText['earlier']; timeZone: string }) {
  return (
    <details className="text-sm md:pl-76">
      <summary className="py-1 text-secondary">Earlier texts</summary>
      <ul className="mt-2 grid gap-2">
        {texts.map(({ text, until }) => (
          <li key={`${until} ${text}`} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0">
              <bdi className="break-words">{text}</bdi>{' '}
              <span className="text-muted">
                until <Time at={until} timeZone={timeZone} />
              </span>
            </span>
            <Form method="post">
              <FormFields>
                <input type="hidden" name="place" value={of} />
                <input type="hidden" name="text" value={text} />
                <Button type="submit" name="intent" value="save" tone="quiet" size="sm">
                  Use again
                </Button>
              </FormFields>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Returns, for example, `toast, sent text` for `leads.toast.sentText`. */
function nameOf(key: string): string {
  return key
    .split('.')
    .slice(1)
    .map((part) => part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .join(', ')
}
