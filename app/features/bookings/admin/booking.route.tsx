import { Form, Link } from 'react-router'
import { z } from 'zod'

import { FieldErrors } from '#app/platform/errors.ts'
import { answerText } from '#app/lib/question.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { cancelBooking, markMissed, moveBooking } from '../change-booking.server.ts'
import { describeMeeting, instantText, readInstant, shortMeeting } from '../meeting-time.ts'

import type { Route } from './+types/booking.route.ts'
import { getBooking } from './list-bookings.server.ts'
import { Panel } from './panel.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => getBooking(ctx, params.id))
}

const one = z.object({ id: textField })
const rejected = 'Not done'

export const action = formAction({
  move: form({
    schema: one.extend({ time: textField }),
    async run(ctx, { id, time }) {
      const start = readInstant(time)
      if (start === null) throw new FieldErrors({ time: 'Please choose a time.' })
      await moveBooking(ctx, { id, start })
    },
    toast: { title: 'Moved', text: 'The guest gets a new invitation.' },
    rejected,
  }),
  cancel: form({
    schema: one,
    run: (ctx, { id }) => cancelBooking(ctx, id),
    toast: { title: 'Cancelled', text: 'The guest is notified, and the time is free again.' },
    rejected,
  }),
  missed: form({
    schema: one,
    run: (ctx, { id }) => markMissed(ctx, id),
    toast: { title: 'Marked as missed' },
    rejected,
  }),
})

export function meta() {
  return [{ title: 'Booking · Admin' }]
}

const states = { booked: 'Booked', cancelled: 'Cancelled', missed: 'Nobody came' } as const

const answers = { accepted: 'Accepted', declined: 'Declined', tentative: 'Accepted tentatively' } as const

export default function BookingRoute({ loaderData: booking, actionData }: Route.ComponentProps) {
  const { timeZone } = useAdminShell()
  const facts = [
    ['When', describeMeeting(booking.starts_at, booking.ends_at, timeZone)],
    ['For the guest', describeMeeting(booking.starts_at, booking.ends_at, booking.time_zone)],
    ['With', booking.host],
    ['State', states[booking.state]],
    ['Invitation', booking.answer === null ? 'Not answered' : answers[booking.answer]],
    ...booking.answers.map((given) => [given.question, answerText(given)] as const),
  ] as const
  return (
    <AdminPage title={`${booking.typeName} with ${booking.name}`}>
      <BackLink to="/admin/bookings" name="All bookings" />
      <Panel id="booking-title" title="Meeting">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-secondary whitespace-pre-wrap">{booking.message}</p>
        <Link to={`/admin/leads/${booking.lead_id}`}>Open the lead</Link>
      </Panel>
      {booking.isAhead ? <Change booking={booking} error={actionData?.errors['time']} /> : null}
      {booking.hasBegun && booking.state === 'booked' ? (
        <Form method="post">
          <FormFields>
            <input type="hidden" name="intent" value="missed" />
            <Button type="submit" tone="outline">
              Nobody came
            </Button>
          </FormFields>
        </Form>
      ) : null}
    </AdminPage>
  )
}

type ChangeProps = { booking: Route.ComponentProps['loaderData']; error: string | undefined }

function Change({ booking, error }: ChangeProps) {
  const { timeZone } = useAdminShell()
  return (
    <Panel id="change-title" title="Change it">
      <Form method="post" aria-label="Move" className="flex flex-wrap items-end gap-3">
        <FormFields>
          <input type="hidden" name="intent" value="move" />
          <Field id="time" label="Another time" error={error} className="min-w-64">
            <Select id="time" name="time" defaultValue="">
              <option value="">Choose a free time</option>
              {booking.times.map((at) => (
                <option key={at} value={instantText(at)}>
                  {shortMeeting(at, timeZone)}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" tone="outline">
            Move
          </Button>
        </FormFields>
      </Form>
      <Form method="post">
        <FormFields>
          <input type="hidden" name="intent" value="cancel" />
          <Button type="submit" tone="danger">
            Cancel the meeting
          </Button>
        </FormFields>
      </Form>
    </Panel>
  )
}
