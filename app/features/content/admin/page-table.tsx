import { Form, Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ChevronDown } from '#app/ui/icons.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { PageListQuery } from '../pages/page-list-query.ts'

import { kindNames, stateNames, stateTones } from './page-names.ts'

type Row = {
  id: string
  name: string
  path: string
  kind: keyof typeof kindNames
  state: 'draft' | 'published' | 'changed'
  noindex: boolean
  publishAt: number | null
  updatedAt: number
}

type PageTableProps = {
  pages: readonly Row[]
  query: PageListQuery
  /** Whether search engines may list the site at all. */
  isOpen: boolean
}

export function PageTable({ pages, ...shared }: PageTableProps) {
  const head = (
    <>
      <HeadCell>Name</HeadCell>
      <HeadCell className="hidden w-24 lg:table-cell">Kind</HeadCell>
      <HeadCell className="hidden w-32 sm:table-cell">State</HeadCell>
      <HeadCell className="hidden w-36 lg:table-cell">Search engines</HeadCell>
      <HeadCell className="hidden w-28 md:table-cell">Changed</HeadCell>
      <HeadCell className="hidden w-24 sm:table-cell">Order</HeadCell>
      <HeadCell className="w-20">
        <span className="sr-only">More</span>
      </HeadCell>
    </>
  )
  return (
    <Table caption="Pages" head={head}>
      {pages.map((page) => (
        <PageRow key={page.id} page={page} {...shared} />
      ))}
    </Table>
  )
}

type PageRowProps = Omit<PageTableProps, 'pages'> & { page: Row }

function PageRow({ page, query, isOpen }: PageRowProps) {
  const { timeZone, now } = useAdminShell()
  return (
    <tr className="align-top">
      <Cell>
        <Link to={`/admin/pages/${page.id}`} className="block font-medium break-words">
          <bdi>{page.name}</bdi>
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">{page.path}</span>
        <span className="block text-sm text-muted md:hidden">
          <Time at={page.updatedAt} timeZone={timeZone} now={now} />
        </span>
        {page.noindex ? <span className="block text-sm text-muted lg:hidden">Hidden from search</span> : null}
        <span className="mt-1.5 block sm:hidden">
          <StateBadges page={page} />
        </span>
      </Cell>
      <Cell className="hidden text-sm text-secondary lg:table-cell">{kindNames[page.kind]}</Cell>
      <Cell className="hidden sm:table-cell">
        <StateBadges page={page} />
      </Cell>
      <Cell className="hidden text-sm text-secondary lg:table-cell">
        {page.noindex ? 'Hidden' : page.state === 'draft' ? 'Not published' : isOpen ? 'Listed' : 'Kept out'}
      </Cell>
      <Cell className="hidden text-sm text-secondary tabular-nums md:table-cell">
        <Time at={page.updatedAt} timeZone={timeZone} now={now} />
      </Cell>
      <Cell className="hidden sm:table-cell">
        <OrderForm page={page} query={query} />
      </Cell>
      <Cell className="text-right text-sm">
        <Link to={`/admin/pages/${page.id}/details`}>
          Details<span className="sr-only"> of {page.name}</span>
        </Link>
      </Cell>
    </tr>
  )
}

function StateBadges({ page: { state, publishAt } }: { page: Row }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      {publishAt === null ? null : <Badge tone={stateTones.scheduled}>{stateNames.scheduled}</Badge>}
    </span>
  )
}

/** Moves a page past its neighbour in the table; a filter by kind moves it among pages of that kind. */
function OrderForm({ page: { id, name }, query }: { page: Row; query: PageListQuery }) {
  return (
    <Form method="post" preventScrollReset className="-my-1 flex">
      <FormFields>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="listed" value={query.kind ?? undefined} />
        {(['up', 'down'] as const).map((to) => (
          <Button
            key={to}
            type="submit"
            name="intent"
            value={to}
            tone="quiet"
            size="sm"
            className="px-2"
            aria-label={`Move ${name} ${to}`}
          >
            <ChevronDown aria-hidden className={to === 'up' ? 'size-4 rotate-180' : 'size-4'} />
          </Button>
        ))}
      </FormFields>
    </Form>
  )
}
