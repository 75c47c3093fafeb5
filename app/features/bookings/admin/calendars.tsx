import { Form, Link } from 'react-router'

import { answerTo, type FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { ConnectForm } from './connect-form.tsx'
import type { OfficeAnswer, readBookingOffice } from './list-bookings.server.ts'
import { MemberField } from './member-field.tsx'
import { Panel } from './panel.tsx'

type Office = Awaited<ReturnType<typeof readBookingOffice>>
type CalendarsProps = Pick<Office, 'feeds' | 'members' | 'online'> & {
  answered: FormAnswer<OfficeAnswer> | undefined
}

export function Calendars({ feeds, members, online, answered }: CalendarsProps) {
  const errors = answerTo(answered, 'feed')?.errors ?? {}
  return (
    <Panel
      id="calendars-title"
      title="Calendars"
      text="Times that are busy in a member's calendar, read every 15 minutes, are not offered; those at Google and Microsoft are also asked when a time is booked."
    >
      {feeds.length > 0 ? (
        <ul className="grid gap-3">
          {feeds.map((feed) => (
            <FeedItem
              key={feed.id}
              feed={feed}
              member={members.find(({ id }) => id === feed.member_id)?.name}
            />
          ))}
        </ul>
      ) : null}
      {online.length === 0 ? (
        <p className="text-sm text-secondary">
          Calendars at Google and Microsoft 365 connect with one press, once an owner has registered a client
          under{' '}
          <Link to="/admin/connections" className="underline underline-offset-4">
            Connections
          </Link>
          .
        </p>
      ) : null}
      <FormFields>
        <div className="flex flex-wrap gap-3 empty:hidden">
          {online.map(({ provider, label }) => (
            <a
              key={provider}
              href={`/admin/bookings?connect=${provider}`}
              className={buttonClass({ tone: 'outline' })}
            >
              Connect my {label} calendar
            </a>
          ))}
        </div>
      </FormFields>
      <Form
        method="post"
        aria-labelledby="calendars-title"
        className="grid gap-5 sm:grid-cols-[1fr_14rem]"
        key={feeds.length}
      >
        <FormFields>
          <input type="hidden" name="intent" value="feed" />
          <TextField
            id="feed-url"
            name="url"
            label="Calendar feed (ICS)"
            type="text"
            inputMode="url"
            autoComplete="off"
            required
            error={errors['url']}
            hint="In Google Calendar: Settings, your calendar, “Secret address in iCal format”. In Outlook: Settings, Shared calendars, Publish, “ICS”."
          />
          <MemberField id="feed-member" members={members} error={errors['member']} />
          <Button type="submit" tone="outline" className="justify-self-start">
            Add feed
          </Button>
        </FormFields>
      </Form>
      <ConnectForm key={`caldav-${feeds.length}`} members={members} answered={answered} />
    </Panel>
  )
}

function FeedItem({ feed, member }: { feed: Office['feeds'][number]; member: string | undefined }) {
  const { timeZone, now } = useAdminShell()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="font-medium">{feed.host}</span>
      <span className="text-sm text-secondary">{member}</span>
      {feed.writes === 1 ? <span className="text-sm text-secondary">Bookings are added to it</span> : null}
      {feed.error === null && feed.write_error === null ? null : <Badge tone="danger">Failing</Badge>}
      {feed.note === null ? null : <Badge tone="warning">Partly unclear</Badge>}
      <span className="text-sm text-muted">
        {feed.error === null ? null : `${feed.error} `}
        {feed.note === null ? null : `${feed.note} `}
        {feed.write_error === null ? null : `Bookings could not be added: ${feed.write_error} `}
        {feed.good_at === null ? (
          'Not read yet'
        ) : (
          <>
            Read <Time at={feed.good_at} timeZone={timeZone} now={now} />
          </>
        )}
      </span>
      <Form method="post" className="ms-auto">
        <FormFields>
          <input type="hidden" name="intent" value="remove-feed" />
          <input type="hidden" name="feed" value={feed.id} />
          <Button type="submit" tone="quiet" size="sm" aria-label={`Remove ${feed.host}`}>
            Remove
          </Button>
        </FormFields>
      </Form>
    </li>
  )
}
