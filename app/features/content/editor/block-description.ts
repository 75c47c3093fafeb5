import type { FieldMeta } from '../fields.ts'

/** A field of a block's form, derived from the schema, which stays on the server. */
export type FieldDescription = Pick<
  FieldMeta,
  'title' | 'description' | 'control' | 'isRequired' | 'places' | 'labels' | 'upload'
> & {
  /** Maximum length of a text, number of list items, or value of a number. */
  max?: number
  /** Description of a list's items. */
  item?: FieldDescription
  /** Fields of a group. */
  fields?: Fields
  /** Whether it is a required name used in links; a new item gets one that is free. */
  isLinkName?: boolean
  /** Value of a new field. */
  initial: unknown
}

export type Fields = Readonly<Record<string, FieldDescription>>

/** A block type, as the editor offers it and draws its form. */
export type BlockDescription = {
  type: string
  version: number
  title: string
  help: string
  settings?: { name: string; path: string } | undefined
  fields: Fields
}

/**
 * Returns the props of a new block: empty fields, and one empty item in each list.
 * @param service initial value of fields that hold a service
 */
export function initialProps(fields: Fields, service = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { item } = field
      if (item && item.control !== 'service') return [name, [newItem(item, [])]]
      return [name, field.control === 'service' ? service : initialOf(field)]
    }),
  )
}

function initialOf({ fields, initial }: FieldDescription): unknown {
  return fields ? initialProps(fields) : initial
}

/** Returns a new list item with a link name that no other item has. */
export function newItem(item: FieldDescription, others: readonly unknown[]): unknown {
  const made = initialOf(item)
  if (!item.fields) return made
  const names = Object.entries(item.fields).flatMap(([name, { isLinkName }]) => (isLinkName ? [name] : []))
  return names.reduce(
    (before, name) => ({ ...(before as object), [name]: freeName('item', namesOf(others, name)) }),
    made,
  )
}

function namesOf(items: readonly unknown[], field: string): Set<unknown> {
  return new Set(items.map((item) => (item as Readonly<Record<string, unknown>>)[field]))
}

/** Returns `points`, `points-2` and so on, whichever is free. */
export function freeName(wanted: string, taken: ReadonlySet<unknown>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n += 1) name = `${wanted.slice(0, 36)}-${n}`
  return name
}
