import { Form, Link } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { answerTo } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { OfficeAnswer, readBookingOffice } from './list-bookings.server.ts'
import { Calendars } from './calendars.tsx'
import { Panel } from './panel.tsx'

type Office = Awaited<ReturnType<typeof readBookingOffice>>

export function BookingOffice({
  types,
  members,
  settings,
  feeds,
  ownFeedSince,
  online,
  answered,
}: Office & { answered: FormAnswer<OfficeAnswer> | undefined }) {
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel id="types-title" title="Meeting types">
          <ul className="grid gap-2">
            {types.map((type) => (
              <li key={type.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Link to={`/admin/bookings/types/${type.id}`} className="font-medium">
                  {type.name}
                </Link>
                <span className="text-sm text-secondary">{type.length} minutes</span>
                {type.isOffered ? (
                  <a href={`/book/${type.slug}`} className="text-sm">
                    /book/{type.slug}
                  </a>
                ) : (
                  <Badge>Not offered</Badge>
                )}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel
          id="hours-title"
          title="Hours"
          text="When each member can be booked. Press a name to change it."
        >
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {members.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/admin/bookings/hours/${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <Calendars feeds={feeds} members={members} online={online} answered={answered} />
      <OwnFeed
        since={ownFeedSince}
        made={answered?.value && 'url' in answered.value ? answered.value.url : null}
      />
      <Settings settings={settings} answered={answerTo(answered, 'settings')} />
    </>
  )
}

type SettingsProps = { settings: Office['settings']; answered: FormAnswer | undefined }

function Settings({ settings, answered }: SettingsProps) {
  const errors = answered?.errors ?? {}
  return (
    <Panel id="booking-settings-title" title="Reminders and calendars">
      <Form method="post" aria-labelledby="booking-settings-title" className="grid gap-5 sm:grid-cols-2">
        <FormFields>
          <input type="hidden" name="intent" value="settings" />
          <TextField
            id="reminders"
            name="reminders"
            label="Reminders, in hours before"
            defaultValue={settings.reminders.join(', ')}
            error={errors['reminders']}
            hint="Separate numbers with commas, such as 24, 1. Leave it empty for no reminders. A reminder that you add is sent for meetings booked or moved from then on; one that you remove is not sent any more."
            className="sm:col-span-2"
          />
          <TextField
            id="calendarGoodFor"
            name="calendarGoodFor"
            label="Hours for which a failing calendar still counts"
            inputMode="numeric"
            defaultValue={settings.calendarGoodFor}
            error={errors['calendarGoodFor']}
          />
          <Field id="afterwards" label="After that, the member is" error={errors['afterwards']}>
            <Select id="afterwards" name="afterwards" defaultValue={settings.afterwards}>
              <option value="closed">not bookable</option>
              <option value="open">bookable in all their hours</option>
            </Select>
          </Field>
          <Button type="submit" tone="outline" className="justify-self-start">
            Save settings
          </Button>
        </FormFields>
      </Form>
    </Panel>
  )
}

type OwnFeedProps = {
  /** When the feed got its URL, in milliseconds; null without a feed. */
  since: number | null
  /** The new URL; it is shown only once. */
  made: string | null
}

function OwnFeed({ since, made }: OwnFeedProps) {
  const { timeZone, now } = useAdminShell()
  return (
    <Panel
      id="own-feed-title"
      title="Your bookings in your calendar"
      text="Subscribe to this address in your calendar. Anyone who has it can read your bookings."
    >
      {made === null ? null : (
        <div className="grid gap-3">
          <TextField
            id="own-feed"
            label="Address of your feed"
            value={made}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            hint="It is shown only once."
          />
          <div>
            <Button tone="outline" size="sm" onClick={() => void navigator.clipboard.writeText(made)}>
              Copy the address
            </Button>
          </div>
        </div>
      )}
      <Form method="post" aria-labelledby="own-feed-title" className="flex flex-wrap items-center gap-3">
        <FormFields>
          <Button type="submit" name="intent" value="renew-own-feed" tone="outline">
            {since === null ? 'Create an address' : 'Create a new address'}
          </Button>
          {since === null ? null : (
            <>
              <Button type="submit" name="intent" value="end-own-feed" tone="quiet">
                Turn off the address
              </Button>
              <span className="text-sm text-muted">
                Created <Time at={since} timeZone={timeZone} now={now} />. Creating a new one turns it off.
              </span>
            </>
          )}
        </FormFields>
      </Form>
    </Panel>
  )
}
