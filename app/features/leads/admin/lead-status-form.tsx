import { useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { useActionToast } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { type LeadStatus, leadStatuses, statusNames } from '../lead-status.ts'

/** Milliseconds on one status before arrow keys save it, so that statuses passed on the way are not saved. */
const REST_MS = 1000

/** Returns the status that was chosen before hydration. */
function checkedBefore(): LeadStatus | null {
  if (typeof document === 'undefined') return null
  const field = document.querySelector<HTMLInputElement>('input[name=status]:checked')
  return leadStatuses.find((each) => each === field?.value) ?? null
}

/** The router does not revalidate after a rejection, but a rejection means that the page is out of date. */
function useReloadAfterRejection(answer: FormAnswer | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (answer && !answer.ok) void revalidate()
  }, [answer, revalidate])
}

/** Applies until the server answers again, that is, while the fetcher's data is still `before`. */
type Chosen = { status: LeadStatus; isResting: boolean; before: FormAnswer | undefined }

/** Saves a click, Space or Enter at once, and a choice by arrow keys after a pause or when the group loses focus. */
export function StatusForm({ status }: { status: LeadStatus }) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  useReloadAfterRejection(fetcher.data)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isByArrow = useRef(false)
  const sent = leadStatuses.find((each) => each === fetcher.formData?.get('status'))
  const answered = fetcher.data
  const current = chosen?.before === answered ? chosen : null
  const shown = current?.status ?? sent ?? status

  const save = (next: LeadStatus | undefined) => {
    const seen = sent ?? status
    if (next === undefined) return
    setChosen(next === seen ? null : { status: next, isResting: false, before: answered })
    if (next !== seen) void fetcher.submit({ intent: 'status', status: next, seen }, { method: 'post' })
  }
  const saveResting = () => save(current?.isResting ? current.status : undefined)
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!current?.isResting) return undefined
    const timer = setTimeout(() => latest.current(current.status), REST_MS)
    return () => clearTimeout(timer)
  }, [current])
  const isAwake = useAwake()
  const [early] = useState(() => (isAwake ? null : checkedBefore()))
  useEffect(() => {
    if (early) latest.current(early)
  }, [early])

  return (
    <fetcher.Form
      method="post"
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        saveResting()
      }}
      onKeyDown={({ key }) => {
        isByArrow.current = key.startsWith('Arrow')
        if (key === 'Enter') saveResting()
      }}
      onPointerDown={() => (isByArrow.current = false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) saveResting()
      }}
    >
      <FormFields>
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="seen" value={status} />
        <span id="lead-status" className="sr-only">
          Status
        </span>
        <div
          role="radiogroup"
          aria-labelledby="lead-status"
          className="flex max-w-full grow flex-wrap rounded-lg border border-line-strong p-0.5"
        >
          {leadStatuses.map((each) => (
            <label
              key={each}
              className="relative grow cursor-pointer rounded-md px-1.5 py-1 text-center text-sm text-secondary has-checked:bg-accent-fill has-checked:font-medium has-checked:text-white has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="status"
                value={each}
                checked={shown === each}
                onChange={() =>
                  isByArrow.current
                    ? setChosen({ status: each, isResting: true, before: answered })
                    : save(each)
                }
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {statusNames[each]}
            </label>
          ))}
        </div>
        <noscript>
          <Button type="submit" tone="outline" size="sm">
            Save status
          </Button>
        </noscript>
      </FormFields>
    </fetcher.Form>
  )
}
