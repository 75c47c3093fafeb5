import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CalendarCheck, Plus } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { addFeed, removeFeed } from '../calendars/change-feeds.server.ts'
import { connectCalendar } from '../calendars/dav/connect-calendar.server.ts'
import { followConsent } from '../calendars/online/consent.server.ts'
import { findDavCalendars } from '../calendars/dav/find-dav-calendars.server.ts'
import { bookingSettings } from '../booking-settings.server.ts'
import { endOwnFeed, renewOwnFeed } from '../feed/own-feed.server.ts'

import type { Route } from './+types/bookings.route.ts'
import { readBookingListQuery } from './booking-list-query.ts'
import { BookingOffice } from './booking-office.tsx'
import { BOOKINGS_PER_PAGE, listBookings, readBookingOffice } from './list-bookings.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { searchParams } = new URL(request.url)
    const leadsTo = await followConsent(ctx, searchParams)
    if (leadsTo !== null) throw redirect(leadsTo)
    const query = readBookingListQuery(searchParams)
    const [list, office] = await Promise.all([listBookings(ctx, query), readBookingOffice(ctx)])
    return { query, perPage: BOOKINGS_PER_PAGE, ...list, office }
  })
}

const davLogin = z.object({ davAddress: textField, davUser: textField, davPassword: textField })

export const action = formAction({
  feed: form({
    schema: z.object({ url: textField, member: textField }),
    run: addFeed,
    toast: { title: 'Calendar added', text: 'It is being read. Times that are busy in it are not offered.' },
  }),
  'find-calendars': form({
    schema: davLogin,
    run: async (ctx, login, { request }) => ({
      calendars: await findDavCalendars(ctx, login, request.signal),
    }),
  }),
  'connect-calendar': form({
    schema: davLogin.extend({ calendar: textField, writes: textField, member: textField }),
    run: (ctx, { writes, ...connection }) => connectCalendar(ctx, { ...connection, writes: writes !== '' }),
    toast: {
      title: 'Calendar connected',
      text: 'It is being read. Times that are busy in it are not offered.',
    },
  }),
  'remove-feed': form({
    schema: z.object({ feed: textField }),
    run: (ctx, { feed }) => removeFeed(ctx, feed),
    toast: ({ removed }) => ({
      title: 'Calendar removed',
      ...(removed === 'microsoft' && {
        text: 'To withdraw the access at Microsoft too, remove this application at myapps.microsoft.com.',
      }),
    }),
    rejected: 'Not done',
  }),
  'renew-own-feed': form({
    schema: anyFields,
    run: (ctx) => renewOwnFeed(ctx),
    toast: { title: 'New address', text: 'Copy it now: it is not shown again.' },
  }),
  'end-own-feed': form({
    schema: anyFields,
    run: (ctx) => endOwnFeed(ctx),
    toast: { title: 'Address turned off' },
    rejected: 'Not done',
  }),
  settings: form({ ...bookingSettings.form, toast: { title: 'Saved' }, rejected: 'Not saved' }),
})

export function meta() {
  return [{ title: 'Bookings · Admin' }]
}

export default function BookingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { query, bookings, office } = loaderData
  return (
    <AdminPage title="Bookings" actions={<NewType />}>
      <LinkTabs
        label="Bookings"
        tabs={[
          { to: '/admin/bookings', name: 'Upcoming', isCurrent: query.when === 'upcoming' },
          { to: '/admin/bookings?when=past', name: 'Past', isCurrent: query.when === 'past' },
        ]}
      />
      <PagedRows
        list={loaderData}
        shown={bookings.length}
        none={
          <EmptyState
            icon={CalendarCheck}
            title={query.when === 'past' ? 'Nothing yet' : 'Nothing booked'}
            text="Visitors choose a time on your booking page. Put it into a menu, and their meetings appear here."
          >
            <div className="flex flex-wrap justify-center gap-3">
              <a href="/book" className={buttonClass({ tone: 'outline' })}>
                See the booking page
              </a>
              <Link to="/admin/menus" className={buttonClass({ tone: 'outline' })}>
                Put it into a menu
              </Link>
            </div>
          </EmptyState>
        }
        pathOf={(page) => `/admin/bookings?${new URLSearchParams({ when: query.when, page: String(page) })}`}
      >
        <BookingTable bookings={bookings} />
      </PagedRows>
      <BookingOffice {...office} answered={actionData} />
    </AdminPage>
  )
}

/** A form, so that the button works without scripts. */
function NewType() {
  return (
    <Form method="get" action="/admin/bookings/types/new">
      <Button type="submit" tone="solid">
        <Plus aria-hidden className="size-4" />
        New meeting type
      </Button>
    </Form>
  )
}

type Row = Route.ComponentProps['loaderData']['bookings'][number]

function BookingTable({ bookings }: { bookings: readonly Row[] }) {
  const { timeZone } = useAdminShell()
  const head = (
    <>
      <HeadCell className="w-44">When</HeadCell>
      <HeadCell>Guest</HeadCell>
      <HeadCell className="hidden md:table-cell">Meeting</HeadCell>
      <HeadCell className="hidden md:table-cell">With</HeadCell>
    </>
  )
  return (
    <Table caption="Bookings" head={head}>
      {bookings.map((booking) => (
        <LinkRow key={booking.id}>
          <Cell className="tabular-nums">
            <Link
              to={`/admin/bookings/${booking.id}`}
              prefetch="intent"
              className="block font-medium no-underline after:absolute after:inset-0"
            >
              <Time at={booking.starts_at} timeZone={timeZone} />
            </Link>
            <StateBadge booking={booking} />
          </Cell>
          <Cell>
            <span className="block truncate">
              <bdi>{booking.name}</bdi>
            </span>
            <span className="block truncate text-sm text-muted">
              <bdi>{booking.email}</bdi>
            </span>
          </Cell>
          <Cell className="hidden truncate text-sm text-secondary md:table-cell">{booking.type}</Cell>
          <Cell className="hidden truncate text-sm text-secondary md:table-cell">{booking.member}</Cell>
        </LinkRow>
      ))}
    </Table>
  )
}

function StateBadge({ booking }: { booking: Pick<Row, 'state' | 'answer'> }) {
  const { state } = booking
  if (state === 'booked') return booking.answer === 'declined' ? <Badge tone="warning">Declined</Badge> : null
  return state === 'cancelled' ? <Badge>Cancelled</Badge> : <Badge tone="warning">Missed</Badge>
}
