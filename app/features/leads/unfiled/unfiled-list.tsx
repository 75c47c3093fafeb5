import { useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useAwake } from '#app/ui/use-awake.ts'

import type { UnfiledMail } from './list-unfiled.server.ts'
import type { UnfiledQuery } from './unfiled-query.ts'

type UnfiledListProps = {
  mails: readonly UnfiledMail[]
  folder: UnfiledQuery['folder']
  newestAt: number | null
  all: string
  hasMorePages: boolean
}

const checkbox = 'size-4 accent-accent'

/** The mails of a page. The checkboxes hold the selection, so that it works without JavaScript. */
export function UnfiledList({ mails, folder, newestAt, all, hasMorePages }: UnfiledListProps) {
  const isAwake = useAwake()
  const form = useRef<HTMLFormElement>(null)
  const [picked, setPicked] = useState<readonly string[]>([])
  const recount = () => setPicked(new FormData(form.current ?? undefined).getAll('pick').map(String))
  useEffect(recount, [mails])
  const pickPage = (isPicked: boolean) => {
    form.current?.querySelectorAll<HTMLInputElement>('[name=pick]').forEach((box) => {
      box.checked = isPicked
    })
  }
  const isWaiting = folder === 'waiting'
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      aria-label="Selected mails"
      onChange={recount}
      onKeyDown={(event) => {
        // Enter would submit the form without any of its buttons.
        const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
        if (isBox && event.key === 'Enter') event.preventDefault()
      }}
      className="overflow-hidden rounded-lg border border-line bg-raised"
    >
      <FormFields>
        <input type="hidden" name="until" value={newestAt ?? 0} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line px-4 py-3 text-sm">
          {isAwake ? (
            <label className="inline-flex items-center gap-3">
              <input
                type="checkbox"
                className={checkbox}
                checked={mails.every(({ id }) => picked.includes(id))}
                onChange={(event) => pickPage(event.currentTarget.checked)}
              />
              Select all
            </label>
          ) : null}
          {isWaiting && hasMorePages ? (
            <label className="inline-flex items-center gap-3">
              <input type="checkbox" name="all" value="yes" className={checkbox} />
              Select all {all}
            </label>
          ) : null}
          <span role="status" className="text-secondary tabular-nums">
            {picked.length > 0 ? `${picked.length} selected` : ''}
          </span>
          <Button
            type="submit"
            name="intent"
            value={isWaiting ? 'dismiss' : 'bring-back'}
            tone="outline"
            size="sm"
            className="ml-auto"
          >
            {isWaiting ? 'Dismiss' : 'Bring back'}
          </Button>
        </div>
        <ul aria-label={isWaiting ? 'Unfiled mails' : 'Dismissed mails'} className="divide-y divide-line">
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} />
          ))}
        </ul>
      </FormFields>
    </Form>
  )
}

export function senderOf(mail: Pick<UnfiledMail, 'from_name' | 'from_email'>): string {
  return mail.from_name || mail.from_email || 'Unknown sender'
}

function Row({ mail }: { mail: UnfiledMail }) {
  const { timeZone, now } = useAdminShell()
  const sender = senderOf(mail)
  const subject = mail.subject || 'No subject'
  const isNew = mail.seen_at === null
  return (
    <li className="relative flex items-start gap-4 px-4 py-3 transition-colors hover:bg-overlay">
      <input
        type="checkbox"
        name="pick"
        value={mail.id}
        aria-label={`Select ${subject}, from ${sender}`}
        className={`${checkbox} relative z-10 mt-1`}
      />
      <div className="min-w-0 flex-1">
        <Link
          to={`/admin/unfiled/${mail.id}`}
          prefetch="intent"
          className={cx('block truncate no-underline after:absolute after:inset-0', isNew && 'font-semibold')}
        >
          <bdi>{subject}</bdi>
        </Link>
        <p className="truncate text-sm text-secondary">
          <bdi>{sender}</bdi>
        </p>
        <p className="truncate text-sm text-muted">
          <bdi>{mail.excerpt}</bdi>
        </p>
      </div>
      <span className="grid shrink-0 justify-items-end gap-1 text-sm text-secondary">
        <Time at={mail.at} timeZone={timeZone} now={now} />
        {isNew ? <Badge tone="accent">New</Badge> : null}
        {mail.is_automatic ? <Badge tone="plain">Automatic</Badge> : null}
      </span>
    </li>
  )
}
