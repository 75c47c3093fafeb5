import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import { EmptyState, NothingFound } from '#app/ui/empty-state.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { BookOpenText } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import { documentKindNames } from '../items/knowledge-item.ts'
import { itemListPath, type ItemListQuery } from '../items/item-list-query.ts'
import type { listItems } from '../items/list-items.server.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'
import { ItemTable } from './item-table.tsx'

type ItemListProps = {
  list: Awaited<ReturnType<typeof listItems>>
  query: ItemListQuery
  perPage: number
  collections: readonly { id: string; name: string }[]
}

export function ItemList({ list, query, perPage, collections }: ItemListProps) {
  const { items, total } = list
  const change = useFetcher<KnowledgeAnswer>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = change
  useActionToast(data)

  useEffect(() => {
    // The focused button was removed with its row.
    if (data?.value?.deleted) heading.current?.focus()
  }, [data])

  return (
    <section aria-labelledby="items-title" className="grid grid-cols-1 gap-4">
      <h2 ref={heading} id="items-title" tabIndex={-1} className="sr-only">
        Items
      </h2>
      <LinkTabs
        label="Items"
        tabs={[
          { to: '/admin/knowledge', name: 'Your documents', isCurrent: query.kind !== 'site' },
          { to: '/admin/knowledge?kind=site', name: 'Pages of your site', isCurrent: query.kind === 'site' },
        ]}
      />
      {total > 0 || isFiltered(query) ? <ItemFilters query={query} collections={collections} /> : null}
      <PagedRows
        list={{ ...list, perPage }}
        shown={items.length}
        none={<NoItems query={query} />}
        pathOf={(page) => itemListPath(query, { page })}
      >
        <ItemTable items={items} change={change} />
      </PagedRows>
    </section>
  )
}

function isFiltered({ q, kind, collection }: ItemListQuery): boolean {
  return q !== '' || kind !== null || collection !== undefined
}

function NoItems({ query }: { query: ItemListQuery }) {
  const cleared: ItemListQuery = {
    q: '',
    kind: query.kind === 'site' ? 'site' : null,
    collection: undefined,
    page: 1,
  }
  if (query.kind === 'site' && !query.q && !query.collection)
    return (
      <EmptyState
        icon={BookOpenText}
        title="No pages yet"
        text="Published pages and posts are read within a minute of publishing. The assistant answers from them too."
      />
    )
  if (isFiltered(query))
    return <NothingFound text="No item matches these filters." to={itemListPath(cleared, {})} />
  return (
    <EmptyState
      icon={BookOpenText}
      title="The knowledge base is empty"
      text="The assistant answers from the PDFs, texts and public pages that you add, and cites them."
    />
  )
}

function ItemFilters({ query, collections }: Pick<ItemListProps, 'query' | 'collections'>) {
  return (
    <FilterForm
      label="Knowledge base items"
      preventScrollReset
      className="grid gap-3 sm:auto-cols-[11rem] sm:grid-flow-col sm:grid-cols-[minmax(0,1fr)]"
    >
      <SearchField label="Search items" placeholder="Words in the title" value={query.q} />
      {query.kind === 'site' ? (
        <input type="hidden" name="kind" value="site" />
      ) : (
        <FilterSelect
          name="kind"
          label="Type"
          any="Any type"
          value={query.kind}
          options={documentKindNames}
        />
      )}
      {collections.length > 1 ? (
        <FilterSelect
          name="collection"
          label="Belongs to"
          any="Any collection"
          value={query.collection ?? null}
          options={Object.fromEntries(collections.map(({ id, name }) => [id, name]))}
        />
      ) : null}
    </FilterForm>
  )
}
