import { Link } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { cx } from '#app/lib/class-names.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { readLanguageChoices } from '#app/platform/lists/languages-of-list.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState, NothingFound } from '#app/ui/empty-state.tsx'
import { ExportLink } from '#app/ui/export-link.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { Plus, Upload, Users } from '#app/ui/icons.tsx'
import { listHandle } from '#app/ui/list-and-detail.ts'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { Select } from '#app/ui/select.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { listPeople, PEOPLE_PER_PAGE } from '../list-people.server.ts'
import { peopleListPath, type PeopleListQuery, readPeopleListQuery } from '../people-list-query.ts'

import type { Route } from './+types/people-list.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readPeopleListQuery(new URL(request.url).searchParams)
    const [list, languages] = await Promise.all([listPeople(ctx, query), readLanguageChoices(ctx)])
    return { query, perPage: PEOPLE_PER_PAGE, ...list, languages }
  })
}

export const handle = listHandle<typeof loader>('/admin/people', 'People', ({ people }) =>
  people.map((person) => ({
    to: `/admin/people/${person.id}`,
    title: titleOf(person),
    text: person.company || person.addresses[0],
    at: person.listed_at,
  })),
)

export function meta() {
  return [{ title: 'People · Admin' }]
}

export default function PeopleListRoute({ loaderData }: Route.ComponentProps) {
  const { query, people, total, languages } = loaderData
  return (
    <AdminPage width="list" title="People" actions={<Actions query={query} hasPeople={total > 0} />}>
      <Filters query={query} languages={languages} />
      <PagedRows
        list={loaderData}
        shown={people.length}
        none={<NoPeople query={query} />}
        pathOf={(page) => peopleListPath(query, { page })}
      >
        <PeopleTable people={people} hasLanguages={Object.keys(languages).length > 0} />
      </PagedRows>
    </AdminPage>
  )
}

function Actions({ query, hasPeople }: { query: PeopleListQuery; hasPeople: boolean }) {
  const outline = buttonClass({ tone: 'outline', size: 'md' })
  return (
    <>
      {hasPeople ? <ExportLink to={peopleListPath(query, {}, '/admin/people.csv')} /> : null}
      <Link to="/admin/people/import" className={outline}>
        <Upload aria-hidden className="size-4" />
        Import CSV
      </Link>
      <Link to="/admin/people/new" className={buttonClass({ tone: 'solid', size: 'md' })}>
        <Plus aria-hidden className="size-4" />
        Add person
      </Link>
    </>
  )
}

type FiltersProps = { query: PeopleListQuery; languages: Readonly<Record<string, string>> }

function Filters({ query, languages }: FiltersProps) {
  const hasLanguages = Object.keys(languages).length > 0
  return (
    <FilterForm
      label="People"
      className={cx(
        'grid gap-3',
        hasLanguages ? 'sm:grid-cols-[1fr_12rem_12rem]' : 'sm:grid-cols-[1fr_12rem]',
      )}
    >
      <SearchField label="Search people" placeholder="Name, e-mail, company or phone" value={query.q} />
      <FilterSelect
        name="language"
        label="Language"
        any="Any language"
        value={query.language ?? null}
        options={languages}
      />
      <Select
        key={`sort-${query.sort}`}
        name="sort"
        aria-label="Sort by"
        defaultValue={query.sort}
        className="py-2"
      >
        <option value="recent">Last activity</option>
        <option value="name">By name</option>
      </Select>
    </FilterForm>
  )
}

function NoPeople({ query }: { query: PeopleListQuery }) {
  if (query.q || query.language)
    return (
      <NothingFound
        title="Nobody found"
        text={query.language ? 'No person matches these filters.' : 'No person matches these words.'}
        to={peopleListPath(query, { q: '', language: undefined })}
        clear={query.language ? 'Clear the filters' : 'Clear the search'}
      />
    )
  return (
    <EmptyState
      icon={Users}
      title="Nobody yet"
      text="Everybody who sends an inquiry appears here, with everything that belongs to them. You can also add people by hand or import them from a CSV file."
    />
  )
}

type PersonRow = Route.ComponentProps['loaderData']['people'][number]

function titleOf({ name, addresses }: Pick<PersonRow, 'name' | 'addresses'>): string {
  return name || addresses[0] || 'Without a name'
}

function PeopleTable({ people, hasLanguages }: { people: readonly PersonRow[]; hasLanguages: boolean }) {
  const { timeZone, now } = useAdminShell()
  const head = (
    <>
      <HeadCell>Person</HeadCell>
      <HeadCell className="hidden md:table-cell">Company</HeadCell>
      {hasLanguages ? <HeadCell className="hidden w-32 lg:table-cell">Language</HeadCell> : null}
      <HeadCell className="hidden w-24 text-right md:table-cell">Inquiries</HeadCell>
      <HeadCell className="w-32 text-right">Last activity</HeadCell>
    </>
  )
  return (
    <Table caption="People" head={head}>
      {people.map((person) => (
        <LinkRow key={person.id}>
          <Cell>
            <Link
              to={`/admin/people/${person.id}`}
              prefetch="intent"
              className="block truncate font-medium no-underline after:absolute after:inset-0"
            >
              <bdi>{titleOf(person)}</bdi>
            </Link>
            <span className="block truncate text-sm text-muted">
              <bdi>{person.addresses.join(', ')}</bdi>
            </span>
          </Cell>
          <Cell className="hidden text-sm text-secondary md:table-cell">
            <span className="block truncate">
              <bdi>{person.company}</bdi>
            </span>
            <span className="block truncate">
              <bdi>{person.phone}</bdi>
            </span>
          </Cell>
          {hasLanguages ? (
            <Cell className="hidden text-sm text-secondary lg:table-cell">
              {person.language && ownNameOf(person.language)}
            </Cell>
          ) : null}
          <Cell className="hidden text-right text-sm text-secondary tabular-nums md:table-cell">
            {person.inquiries}
          </Cell>
          <Cell className="text-right text-sm text-secondary tabular-nums">
            <Time at={person.listed_at} timeZone={timeZone} now={now} />
          </Cell>
        </LinkRow>
      ))}
    </Table>
  )
}
