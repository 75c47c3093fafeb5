import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'

import { listAssignees } from '#app/platform/members.server.ts'
import { cx } from '#app/lib/class-names.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { listHandle } from '#app/ui/list-and-detail.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useLive } from '#app/ui/use-live.ts'

import type { Route } from './+types/today.route.ts'
import { assignNeed, itemSchema, settleNeed, snoozeNeed, undoToday } from './change-today.server.ts'
import { hideFirstDay, readFirstDay, stepIds, verifyStep } from './first-day.server.ts'
import { FirstDay } from './first-day.tsx'
import { listToday } from './list-today.server.ts'
import { NeedsList } from './needs-list.tsx'
import { needKinds, snoozes, type Snooze, type Undo } from './needs.ts'
import { readWeek, type WeekFigure } from './week-figures.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { role, memberId } = requireActor(ctx, 'account.read')
    const mine = new URL(request.url).searchParams.get('who') === 'me'
    const [today, week, firstDay, assignees] = await Promise.all([
      listToday(ctx, { mine }),
      readWeek(ctx),
      may(role, 'settings.write') ? readFirstDay(ctx) : null,
      listAssignees(ctx),
    ])
    return { ...today, week, firstDay, assignees, mine, memberId, role }
  })
}

const undoable = ({ before, ...undo }: Undo) => ({
  action: '/admin?index',
  fields: { intent: 'undo', ...undo, ...(before !== undefined && { before }) },
})

const undoSchema = z.discriminatedUnion('did', [
  itemSchema.extend({ did: z.enum(['done', 'snoozed']), before: z.string().optional() }),
  itemSchema.extend({ did: z.literal('assigned'), before: textField }),
])

export const action = formAction({
  done: form({
    schema: itemSchema,
    run: settleNeed,
    toast: (undo) => ({ title: 'Done', undo: undoable(undo) }),
  }),
  snooze: form({
    schema: itemSchema.extend({ until: z.enum(Object.keys(snoozes) as Snooze[]).default('tomorrow') }),
    run: snoozeNeed,
    toast: ({ until: _until, ...undo }, { until }) => ({
      title: 'Snoozed',
      text: `${snoozes[until]}.`,
      undo: undoable(undo),
    }),
  }),
  assign: form({
    schema: itemSchema.extend({ memberId: textField }),
    run: assignNeed,
    toast: (undo, { memberId }) => ({
      title: memberId === '' ? 'Unassigned' : 'Assigned',
      undo: undoable(undo),
    }),
  }),
  undo: form({ schema: undoSchema, run: undoToday, toast: { title: 'Undone' } }),
  verify: form({
    schema: z.object({ step: z.enum(stepIds) }),
    run: verifyStep,
    toast: ({ title, missing }) =>
      missing === null
        ? { title: `${title}: done` }
        : { title: `${title}: not done yet`, text: missing, tone: 'destructive' },
  }),
  hide: form({ schema: anyFields, run: hideFirstDay }),
})

export const handle = listHandle<typeof loader>('/admin', 'Today', ({ needs }) =>
  needs.map((need) => ({
    to: need.path,
    title: need.title,
    text: needKinds[need.kind].name,
    at: need.at,
  })),
)

export function meta() {
  return [{ title: 'Today · Admin' }]
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  const { week, firstDay, mine, needs } = loaderData
  const isLive = useLive('/admin/today/changes')
  const [first] = useState(needs.length)
  const isFree = first === 0
  return (
    <AdminPage title="Today" width="list" actions={<Whose mine={mine} />}>
      {isLive ? null : (
        <p role="status" className="text-sm text-muted">
          The connection was lost. The list updates as soon as it is back.
        </p>
      )}
      {firstDay === null ? <WeekFigures figures={week} /> : null}
      <div
        className={cx(
          'grid items-start gap-8',
          firstDay && (isFree ? 'xl:grid-cols-[minmax(0,1fr)_24rem]' : 'xl:grid-cols-[minmax(0,1fr)_18rem]'),
        )}
      >
        {firstDay && isFree ? <FirstDay steps={firstDay} isWide /> : null}
        <div className={cx(firstDay && isFree ? 'grid gap-6' : 'contents')}>
          <NeedsList key={mine ? 'mine' : 'all'} {...loaderData} hadItems={first > 0} />
          {firstDay ? (
            <aside className="grid gap-6">
              <WeekFigures figures={week} isBeside />
              {isFree ? null : <FirstDay steps={firstDay} />}
            </aside>
          ) : null}
        </div>
      </div>
    </AdminPage>
  )
}

function Whose({ mine }: { mine: boolean }) {
  const tone = (isChosen: boolean) => buttonClass({ tone: isChosen ? 'outline' : 'quiet', size: 'sm' })
  return (
    <nav aria-label="Whose items" className="flex gap-1">
      <Link to="/admin" aria-current={mine ? undefined : 'page'} className={tone(!mine)}>
        Everyone’s
      </Link>
      <Link to="/admin?who=me" aria-current={mine ? 'page' : undefined} className={tone(mine)}>
        Mine
      </Link>
    </nav>
  )
}

const format = new Intl.NumberFormat('en-US')

/** A line above the list, or a column beside it during the first day. */
function WeekFigures({ figures, isBeside = false }: { figures: readonly WeekFigure[]; isBeside?: boolean }) {
  return (
    <section aria-labelledby="week-title" className="rounded-lg border border-line bg-raised px-5 py-3">
      <h2 id="week-title" className="text-xs font-medium text-muted">
        The last seven days
      </h2>
      <dl
        className={cx(
          'mt-1 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-5',
          isBeside && 'xl:mt-2 xl:grid-cols-1 xl:gap-y-2',
        )}
      >
        {figures.map(({ name, now, before, path }) => (
          <div key={name} className="flex items-baseline justify-between gap-x-3">
            <dt className="text-sm whitespace-nowrap text-secondary">
              <Link to={path} className="no-underline hover:underline">
                {name}
              </Link>
            </dt>
            <dd className="font-semibold tabular-nums">
              {format.format(now)}{' '}
              <span className="text-xs font-normal text-muted">
                <span className="sr-only">the week before </span>
                <span aria-hidden title="the week before">
                  /{' '}
                </span>
                {format.format(before)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
