import { Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { ListedMember } from '#app/platform/members.server.ts'
import { may, type Role } from '#app/platform/permissions.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ChevronDown } from '#app/ui/icons.tsx'
import { useRowFetcher } from '#app/ui/row-fetcher.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { type Need, needKinds, snoozes } from './needs.ts'
import { TimeLeft } from './time-left.tsx'

type NeedItemProps = { role: Role; need: Need; assignees: readonly ListedMember[]; memberId: string }

export function NeedItem({ role, need, assignees, memberId }: NeedItemProps) {
  const fetcher = useRowFetcher(`today ${need.item}`)
  const { timeZone, now } = useAdminShell()
  const intent = fetcher.formData?.get('intent')
  const isLeaving = intent === 'done' || intent === 'snooze'
  const titleId = `need-${need.item}`
  return (
    <li
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- J and K move the focus from item to item
      tabIndex={-1}
      aria-labelledby={titleId}
      data-reply={need.replyPath}
      hidden={isLeaving}
      className={cx(
        'gap-y-3 rounded-lg border border-line bg-raised p-4 outline-offset-2',
        isLeaving ? 'hidden' : 'grid',
      )}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone={need.kind === 'chat' ? 'warning' : 'plain'}>{needKinds[need.kind].name}</Badge>
          <TimeLeft need={need} />
          <Time at={need.at} timeZone={timeZone} now={now} />
          <Assignee need={need} assignees={assignees} memberId={memberId} />
        </p>
        <h3 id={titleId} className="mt-1 font-medium break-words">
          <Link to={need.path} className="no-underline hover:underline" prefetch="intent">
            <bdi>{need.title}</bdi>
          </Link>
        </h3>
        <p dir="auto" className="line-clamp-2 text-sm break-words text-secondary">
          {need.text}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={need.replyPath} className={buttonClass({ tone: 'outline', size: 'sm' })}>
          {['chat', 'inquiry', 'answer'].includes(need.kind) ? 'Reply' : 'Open'}
          <span className="sr-only">: {need.title}</span>
        </Link>
        <FormFields allowed={may(role, needKinds[need.kind].settle)}>
          <fetcher.Form method="post" action="/admin?index" className="contents">
            <input type="hidden" name="item" value={need.item} />
            <Button
              type="submit"
              name="intent"
              value="done"
              data-key="done"
              tone="solid"
              size="sm"
              aria-describedby={titleId}
            >
              Done
            </Button>
          </fetcher.Form>
          <Split>
            <fetcher.Form method="post" action="/admin?index" className="contents">
              <input type="hidden" name="item" value={need.item} />
              <input type="hidden" name="intent" value="snooze" />
              <Button
                type="submit"
                name="until"
                value="tomorrow"
                data-key="snooze"
                tone="outline"
                size="sm"
                aria-describedby={titleId}
              >
                Snooze
              </Button>
              <Menu label="Snooze for another time">
                {Object.entries(snoozes).map(([until, name]) => (
                  <MenuButton key={until} name="until" value={until}>
                    {name}
                  </MenuButton>
                ))}
              </Menu>
            </fetcher.Form>
          </Split>
          <Split>
            <fetcher.Form method="post" action="/admin?index" className="contents">
              <input type="hidden" name="item" value={need.item} />
              <input type="hidden" name="intent" value="assign" />
              <Button
                type="submit"
                name="memberId"
                value={memberId}
                data-key="assign"
                tone="outline"
                size="sm"
                aria-describedby={titleId}
              >
                Assign
              </Button>
              <Menu label="Assign to somebody else">
                {assignees.map(({ id, name }) => (
                  <MenuButton key={id} name="memberId" value={id}>
                    {id === memberId ? 'Me' : name}
                  </MenuButton>
                ))}
                <MenuButton name="memberId" value="">
                  Nobody
                </MenuButton>
              </Menu>
            </fetcher.Form>
          </Split>
        </FormFields>
      </div>
    </li>
  )
}

function Assignee({ need, assignees, memberId }: Omit<NeedItemProps, 'role'>) {
  const member = assignees.find(({ id }) => id === need.assigneeId)
  if (!member) return null
  return (
    <span className="text-secondary">For {member.id === memberId ? 'you' : <bdi>{member.name}</bdi>}</span>
  )
}

function Split({ children }: { children: React.ReactNode }) {
  return <div className="relative flex items-center">{children}</div>
}

/** A disclosure, which also works without JavaScript. */
function Menu({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it closes when one leaves it
    <details
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary
        aria-label={label}
        className="grid size-8 cursor-pointer list-none place-items-center rounded-md text-secondary hover:text-primary"
      >
        <ChevronDown aria-hidden className="size-4" />
      </summary>
      <div className="absolute right-0 z-20 mt-1 grid min-w-48 rounded-md border border-line-strong bg-overlay p-1 shadow-float">
        {children}
      </div>
    </details>
  )
}

function MenuButton({ children, ...props }: React.ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="submit"
      className="rounded-sm px-3 py-2 text-left text-sm text-secondary hover:bg-raised hover:text-primary"
    >
      {children}
    </button>
  )
}
