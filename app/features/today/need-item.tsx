import { Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { ListedMember } from '#app/platform/members.server.ts'
import { may, type Role } from '#app/platform/permissions.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Menu, MenuButton } from '#app/ui/menu.tsx'
import { useRowFetcher } from '#app/ui/row-fetcher.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { type Need, needKinds, snoozes } from './needs.ts'
import { TimeLeft } from './time-left.tsx'

type NeedItemProps = {
  role: Role
  need: Need
  /** The title of its group, if it is the first. */
  heading: string | null
  assignees: readonly ListedMember[]
  memberId: string
}

export function NeedItem({ role, need, heading, assignees, memberId }: NeedItemProps) {
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
      className="group/need rounded-md outline-offset-2"
    >
      {heading === null ? null : (
        <h3 className="px-3 pt-3 pb-1 text-xs font-medium text-muted group-first/need:pt-0">{heading}</h3>
      )}
      <div className="need-row">
        <div className="min-w-0">
          <div className="flex min-w-0 items-baseline gap-x-3">
            <h4 id={titleId} className="truncate font-medium">
              <Link to={need.path} className="no-underline hover:underline" prefetch="intent">
                <bdi>{need.title}</bdi>
              </Link>
            </h4>
            <p className="flex shrink-0 items-baseline gap-x-2 text-xs whitespace-nowrap text-muted">
              <TimeLeft need={need} />
              <span className="max-sm:sr-only">
                <Time at={need.at} timeZone={timeZone} now={now} />
              </span>
              <Assignee need={need} assignees={assignees} memberId={memberId} />
            </p>
          </div>
          <p dir="auto" className="truncate text-sm text-secondary">
            <span className={cx('me-2', need.kind === 'chat' ? 'text-warning' : 'text-muted')}>
              {needKinds[need.kind].name}
            </span>
            <span>{need.text}</span>
          </p>
        </div>
        <div className="need-actions">
          <div className="need-more">
            <FormFields allowed={may(role, needKinds[need.kind].settle)}>
              <fetcher.Form method="post" action="/admin?index" className="contents">
                <input type="hidden" name="item" value={need.item} />
                <Button
                  type="submit"
                  name="intent"
                  value="done"
                  data-key="done"
                  tone="quiet"
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
                    tone="quiet"
                    size="sm"
                    aria-describedby={titleId}
                  >
                    Snooze
                  </Button>
                  <Menu label="Snooze for another time" className="-ms-2">
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
                    tone="quiet"
                    size="sm"
                    aria-describedby={titleId}
                  >
                    Assign
                  </Button>
                  <Menu label="Assign to somebody else" className="-ms-2">
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
          <Link to={need.replyPath} className={buttonClass({ tone: 'outline', size: 'sm' })}>
            {['chat', 'inquiry', 'answer'].includes(need.kind) ? 'Reply' : 'Open'}
            <span className="sr-only">: {need.title}</span>
          </Link>
        </div>
      </div>
    </li>
  )
}

function Assignee({ need, assignees, memberId }: Omit<NeedItemProps, 'role' | 'heading'>) {
  const member = assignees.find(({ id }) => id === need.assigneeId)
  if (!member) return null
  return (
    <span className="text-secondary">For {member.id === memberId ? 'you' : <bdi>{member.name}</bdi>}</span>
  )
}

function Split({ children }: { children: React.ReactNode }) {
  return <div className="relative flex items-center">{children}</div>
}
