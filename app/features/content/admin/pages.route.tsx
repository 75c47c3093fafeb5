import { Form, type ShouldRevalidateFunctionArgs } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { NothingFound } from '#app/ui/empty-state.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { Plus } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'

import { pageListPath, type PageListQuery, readPageListQuery } from '../pages/page-list-query.ts'
import { listPages, listPageTable, PAGES_PER_ADMIN_PAGE } from '../pages/read-pages.server.ts'
import { SiteSections } from '../site-sections.tsx'

import type { Route } from './+types/pages.route.ts'
import { DeletedPages } from './deleted-pages.tsx'
import { NewPageForm } from './new-page-form.tsx'
import { beginForm, downForm, restoreForm, upForm } from './page-forms.server.ts'
import { kindNames, stateNames } from './page-names.ts'
import { PageTable } from './page-table.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const query = readPageListQuery(params)
    const isNew = params.has('new')
    const [table, all, isOpen] = await Promise.all([
      listPageTable(ctx, query),
      isNew ? listPages(ctx) : [],
      ctx.isOpenToSearch(ctx),
    ])
    const copyable = all.map(({ id, name }) => ({ id, name }))
    return {
      query,
      ...table,
      isOpen,
      isNew,
      copyable,
      perPage: PAGES_PER_ADMIN_PAGE,
      isDeletedOpen: params.has('deleted'),
    }
  })
}

export const action = formAction({
  create: beginForm,
  restore: restoreForm,
  up: upForm,
  down: downForm,
})

/** After a rejection the form keeps what was typed. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionStatus ?? 200) < 400 && defaultShouldRevalidate
}

export function meta() {
  return [{ title: 'Pages · Admin' }]
}

export default function PagesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { query, listed, deleted, isOpen, isNew, copyable } = loaderData
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage
      width="list"
      title="Pages"
      actions={
        <Form method="get" action="/admin/pages">
          <Button type="submit" name="new" value="1" tone="solid">
            <Plus aria-hidden className="size-4" />
            New page
          </Button>
        </Form>
      }
    >
      <SiteSections />
      {isNew ? <NewPageForm copyable={copyable} errors={errors} /> : null}
      <Filters query={query} />
      <PagedRows
        list={loaderData}
        shown={listed.length}
        none={<NothingFound text="No page matches these filters." to="/admin/pages" />}
        pathOf={(page) => pageListPath(query, { page })}
      >
        <PageTable pages={listed} query={query} isOpen={isOpen} />
      </PagedRows>
      <DeletedPages
        pages={deleted}
        isOpen={loaderData.isDeletedOpen || actionData?.intent === 'restore'}
        rejected={actionData?.intent === 'restore' && !actionData.ok ? actionData.typed['id'] : undefined}
        error={errors['path']}
      />
    </AdminPage>
  )
}

function Filters({ query }: { query: PageListQuery }) {
  return (
    <FilterForm label="Pages" className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_10rem_10rem]">
      <SearchField
        label="Search pages"
        placeholder="Name or address"
        value={query.q}
        className="col-span-2 sm:col-span-1"
      />
      <FilterSelect name="kind" label="Kind" any="Any kind" value={query.kind} options={kindNames} />
      <FilterSelect name="state" label="State" any="Any state" value={query.state} options={stateNames} />
    </FilterForm>
  )
}
