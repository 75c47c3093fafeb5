import type { FieldMeta } from '../fields.ts'

/** A field of a block's form. It is made of the schema, which stays on the server. */
export type FieldDescription = Pick<
  FieldMeta,
  'title' | 'description' | 'control' | 'isRequired' | 'places' | 'labels' | 'upload'
> & {
  /** Letters of a text, items of a list, or the highest number. */
  max?: number
  /** Of a list. */
  item?: FieldDescription
  /** Of a group. */
  fields?: Fields
  /** A name in links, which must be given: new items get one of their own. */
  isLinkName?: boolean
  /** What a new one begins as. */
  initial: unknown
}

export type Fields = Readonly<Record<string, FieldDescription>>

/** A kind of block, as the editor offers it and draws its form. */
export type BlockDescription = {
  type: string
  version: number
  title: string
  help: string
  fields: Fields
}

/**
 * The props of a new block: every field empty, and one item in each list, so that there is something to fill in.
 * @param service what a block that computes with one begins with
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

/** An item for a list. Its name in links is one that no other item has. */
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

/** `points`, `points-2` and so on, whichever is not taken. */
export function freeName(wanted: string, taken: ReadonlySet<unknown>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n += 1) name = `${wanted.slice(0, 36)}-${n}`
  return name
}
