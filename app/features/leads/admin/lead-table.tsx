import { Link } from 'react-router'

import { amountText } from '#app/lib/amounts.ts'
import { cx } from '#app/lib/class-names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { pickClass } from '../bulk/bulk-form.tsx'
import { statusNames, statusTone } from '../lead-status.ts'
import type { listLeads } from '../list-leads.server.ts'

type LeadRow = Awaited<ReturnType<typeof listLeads>>['leads'][number]

type LeadTableProps = {
  leads: readonly LeadRow[]
  assignees: readonly { id: string; name: string }[]
  currency: string
  today: string
}

export function LeadTable({ leads, assignees, currency, today }: LeadTableProps) {
  const { timeZone, now } = useAdminShell()
  const nameOf = (id: string | null) => assignees.find((member) => member.id === id)?.name
  const head = (
    <>
      <HeadCell className="w-11 pr-0">
        <span className="sr-only">Select</span>
      </HeadCell>
      <HeadCell className="sm:w-[12rem]">From</HeadCell>
      <HeadCell className="hidden sm:table-cell">Message and next step</HeadCell>
      <HeadCell className="hidden w-32 text-right lg:table-cell">Value</HeadCell>
      <HeadCell className="w-28">Status</HeadCell>
      <HeadCell className="hidden w-32 text-right sm:table-cell">Received</HeadCell>
    </>
  )
  return (
    <Table caption="Leads" head={head}>
      {leads.map((lead) => (
        <LinkRow key={lead.id}>
          <Cell className="pr-0">
            <input
              type="checkbox"
              name="pick"
              value={lead.id}
              aria-label={`Select ${lead.name}`}
              className={`${pickClass} relative z-10`}
            />
          </Cell>
          <Cell>
            <Link
              to={`/admin/leads/${lead.id}`}
              prefetch="intent"
              className="block truncate font-medium no-underline after:absolute after:inset-0"
            >
              <bdi>{lead.name}</bdi>
            </Link>
            <span className="block truncate text-sm text-muted">
              <bdi>{lead.company ?? lead.email}</bdi>
            </span>
            <NextStep lead={lead} today={today} className="wrap-anywhere sm:hidden" />
            <span className="block text-sm text-muted sm:hidden">
              <Time at={lead.created_at} timeZone={timeZone} now={now} />
            </span>
          </Cell>
          <Cell className="hidden sm:table-cell">
            <span className="block truncate text-sm text-secondary">
              {lead.service ? <span className="text-primary">{lead.service}: </span> : null}
              <bdi>{lead.spam_reason ?? lead.excerpt}</bdi>
            </span>
            <span className="flex min-w-0 items-center gap-x-2">
              <NextStep lead={lead} today={today} className="truncate" />
              <Tags tags={lead.tags} />
            </span>
          </Cell>
          <Cell className="hidden text-right text-sm tabular-nums lg:table-cell">
            <Value cents={lead.value_cents} currency={currency} />
          </Cell>
          <Cell>
            <Badge tone={statusTone[lead.status]}>{statusNames[lead.status]}</Badge>
            <span className="block truncate text-xs text-muted">
              <bdi>{nameOf(lead.assignee_id)}</bdi>
            </span>
            <span className="block truncate text-xs tabular-nums lg:hidden">
              <Value cents={lead.value_cents} currency={currency} />
            </span>
          </Cell>
          <Cell className="hidden text-right text-sm text-secondary tabular-nums sm:table-cell">
            <Time at={lead.created_at} timeZone={timeZone} now={now} />
          </Cell>
        </LinkRow>
      ))}
    </Table>
  )
}

function Value({ cents, currency }: { cents: number | null; currency: string }) {
  if (cents === null) return null
  return (
    <>
      {amountText(cents)} <span className="text-muted">{currency}</span>
    </>
  )
}

type NextStepProps = { lead: Pick<LeadRow, 'next_step' | 'due_on'>; today: string; className: string }

export function NextStep({ lead: { next_step, due_on }, today, className }: NextStepProps) {
  if (next_step === null && due_on === null) return null
  return (
    <span className={cx('block text-sm', className)}>
      <bdi>{next_step ?? 'Next step'}</bdi>
      {due_on ? (
        <span className={due_on < today ? 'text-danger' : due_on === today ? 'text-warning' : 'text-muted'}>
          {' · '}
          {due_on < today ? 'overdue since' : 'due'} {due_on === today ? 'today' : dayText(due_on, today)}
        </span>
      ) : null}
    </span>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span className="flex shrink-0 gap-1">
      {tags.map((tag) => (
        <span key={tag} className="rounded-sm border border-line px-1.5 text-xs whitespace-nowrap text-muted">
          <bdi>{tag}</bdi>
        </span>
      ))}
    </span>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Returns for example "Nov 25", with the year if it is not the current one. */
function dayText(day: string, today: string): string {
  const text = dayFormat.format(Date.parse(`${day}T00:00:00Z`))
  return day.slice(0, 4) === today.slice(0, 4) ? text : `${text}, ${day.slice(0, 4)}`
}
