import { Search } from 'lucide-react'
import { Form, useSubmit } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { inputClass } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import { itemKinds, kindNames } from '../items/item-kind.ts'
import type { ItemListQuery } from '../items/item-list-query.ts'

export function ItemFilters({ query }: { query: ItemListQuery }) {
  const submit = useSubmit()
  return (
    <Form
      role="search"
      aria-label="Knowledge base items"
      preventScrollReset
      className="grid gap-3 sm:grid-cols-[1fr_11rem]"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement)
          void submit(event.currentTarget, { preventScrollReset: true })
      }}
    >
      <span className="relative">
        <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <input
          key={query.q}
          type="search"
          name="q"
          aria-label="Search items"
          placeholder="Words of the title"
          defaultValue={query.q}
          className={cx(inputClass, 'py-2 pl-9')}
        />
      </span>
      <Select key={query.kind} name="kind" aria-label="Type" defaultValue={query.kind ?? ''} className="py-2">
        <option value="">Any type</option>
        {itemKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]}
          </option>
        ))}
      </Select>
    </Form>
  )
}
