import { FilterForm, SearchField } from '#app/ui/filter-form.tsx'
import { Select } from '#app/ui/select.tsx'

import { itemKinds, kindNames } from '../items/item-kind.ts'
import type { ItemListQuery } from '../items/item-list-query.ts'

export function ItemFilters({ query }: { query: ItemListQuery }) {
  return (
    <FilterForm
      label="Knowledge base items"
      preventScrollReset
      className="grid gap-3 sm:grid-cols-[1fr_11rem]"
    >
      <SearchField label="Search items" placeholder="Words of the title" value={query.q} />
      <Select key={query.kind} name="kind" aria-label="Type" defaultValue={query.kind ?? ''} className="py-2">
        <option value="">Any type</option>
        {itemKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]}
          </option>
        ))}
      </Select>
    </FilterForm>
  )
}
