import { type ReactNode, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Trash2 } from '#app/ui/icons.tsx'
import { Select } from '#app/ui/select.tsx'
import { useActionToast } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'
import { useSelection } from '#app/ui/use-selection.ts'

import { leadStatuses, statusNames } from '../lead-status.ts'

export const pickClass = 'size-4 align-middle accent-accent'

type BulkFormProps = {
  view: string
  leads: readonly { id: string }[]
  /** The number of leads as text; for many leads it is an upper bound. */
  total: string
  hasMorePages: boolean
  assignees: readonly { id: string; name: string }[]
  tags: readonly string[]
  children: ReactNode
}

/** The table of leads as a form in which leads are selected one by one, by page, or all that match. */
export function BulkForm(props: BulkFormProps) {
  const { view, leads, total, hasMorePages, assignees, tags, children } = props
  const isAwake = useAwake()
  const { form, picked, isAll, recount, pickPage, pickRange, clear } = useSelection(leads)
  const fetcher = useBulkFetcher(clear)
  const hasSelection = isAll || picked.length > 0
  return (
    <fetcher.Form
      ref={form}
      method="post"
      aria-label="Selected leads"
      onChange={recount}
      onClick={pickRange}
      onKeyDown={(event) => {
        // Enter would submit the form without any of its buttons.
        if (event.target instanceof HTMLInputElement && event.key === 'Enter') event.preventDefault()
      }}
      className="grid gap-3"
    >
      <FormFields>
        <input type="hidden" name="view" value={view} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          {isAwake ? (
            <label className="inline-flex items-center gap-3">
              <input
                type="checkbox"
                className={pickClass}
                checked={leads.every(({ id }) => picked.includes(id))}
                onChange={(event) => pickPage(event.currentTarget.checked)}
              />
              Select all on this page
            </label>
          ) : null}
          {hasMorePages || !isAwake ? (
            <label className="inline-flex items-center gap-3">
              <input type="checkbox" name="all" value="yes" className={pickClass} />
              Select all {total} that match
            </label>
          ) : null}
          <span role="status" className="text-secondary tabular-nums">
            {hasSelection ? `${isAll ? total : picked.length} selected` : ''}
          </span>
        </div>
        {hasSelection ? (
          <BulkActions assignees={assignees} tags={tags} />
        ) : (
          <noscript>
            <BulkActions assignees={assignees} tags={tags} />
          </noscript>
        )}
        {children}
      </FormFields>
    </fetcher.Form>
  )
}

function useBulkFetcher(onDone: () => void) {
  const fetcher = useFetcher<FormAnswer>()
  useActionToast(fetcher.data)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!answer?.ok) return
    // The pressed button, which had the focus, disappears with the selection.
    document.getElementById('content')?.focus({ preventScroll: true })
    done.current()
  }, [answer])
  return fetcher
}

function BulkActions({ assignees, tags }: Pick<BulkFormProps, 'assignees' | 'tags'>) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* Enter in a field activates the form's first button; this disabled one makes it do nothing. */}
      <button type="submit" disabled hidden />
      <Select name="status" aria-label="Set to" className="w-34 py-1.5">
        {leadStatuses.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </Select>
      <Button type="submit" name="intent" value="bulk-status" tone="outline" size="sm">
        Set status
      </Button>
      <Select name="memberId" aria-label="Assign to" className="w-36 py-1.5">
        <option value="">Nobody</option>
        {assignees.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Button type="submit" name="intent" value="bulk-assign" tone="outline" size="sm">
        Assign
      </Button>
      <input
        name="tags"
        aria-label="Tags to add or remove"
        placeholder="Tags"
        list="bulk-tags"
        autoComplete="off"
        className={cx(inputClass, 'w-32 px-3 py-1.5')}
      />
      <datalist id="bulk-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" name="intent" value="bulk-tag" tone="outline" size="sm">
        Tag
      </Button>
      <Button type="submit" name="intent" value="bulk-untag" tone="outline" size="sm">
        Untag
      </Button>
      <Button type="submit" name="intent" value="bulk-delete" tone="danger" size="sm">
        <Trash2 aria-hidden className="size-4" />
        Delete selected
      </Button>
    </div>
  )
}
