import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { namesIn } from '#app/lib/names-in-braces.ts'
import { listPages } from '../pages/read-pages.server.ts'
import { readContent } from '../site-content.server.ts'

import { menusSetting } from './menus.server.ts'
import { menusSchema } from './menus-schema.ts'
import { MOST_COLUMNS, MOST_IN_COLUMN, MOST_IN_HEADER } from './menu-limits.ts'

type Fields = Readonly<Record<string, string>>

/** An entry or column as the form sends it; `from` is the prefix of its field names. */
type Row = { from: string; to?: string; address?: string; text?: string }
type Column = { from: string; title: string; items: Row[] }

/** Returns the stored menus, and the pages that entries may link to. */
export async function readMenus(ctx: Ctx) {
  const menus = await menusSetting.readAsOwner(ctx)
  const pages = await listPages(ctx)
  return {
    menus,
    pages: pages.map(({ id, path, name, state }) => ({ id, path, name, isPublished: state !== 'draft' })),
  }
}

/**
 * Stores the form of the menus without its empty rows and columns. A row's button moves or removes the row.
 * @param fields `move` is the value of the pressed button: the row and `up`, `down` or `remove`, as in `header.1 up`.
 * @returns the row's new position, so that the focus can follow it.
 * @throws {FieldErrors} by the form's fields.
 */
export async function saveMenus(ctx: Ctx, fields: Fields): Promise<{ focus: string } | undefined> {
  requireActor(ctx, 'content.write')
  const header = readRows(fields, 'header', MOST_IN_HEADER)
  const columns = readColumns(fields)
  const focus = move([header, columns, ...columns.map(({ items }) => items)], textOf(fields, 'move'))
  const { blurb, legalLine, since, showsAdmin } = fields
  const typed = { header, columns, blurb, legalLine, since, showsAdmin, button: readRow(fields, 'button') }
  const parsed = menusSchema.safeParse(typed)
  if (!parsed.success) throw faultsOf(typed, parsed.error.issues)
  const unknown = unknownNames(parsed.data, new Set(Object.keys((await readContent(ctx)).facts)))
  if (unknown.length > 0) throw faultsOf(typed, unknown)
  await menusSetting.save(ctx, parsed.data)
  return focus
}

function faultsOf(typed: object, issues: readonly Issue[]): FieldErrors {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues) faults[fieldOf(typed, path)] ??= message
  return new FieldErrors(faults)
}

function textOf(fields: Fields, name: string): string {
  return fields[name]?.trim() ?? ''
}

function readRow(fields: Fields, from: string): Row {
  const value = (name: string) => textOf(fields, `${from}.${name}`)
  return { from, to: value('to'), address: value('address'), text: value('text') }
}

/** Reads one row more than allowed, so that too many rows are refused, not dropped. */
function readRows(fields: Fields, list: string, most: number): Row[] {
  return Array.from({ length: most + 1 }, (_, at) => readRow(fields, `${list}.${at}`)).filter(
    ({ to, address, text }) => to !== '' || address !== '' || text !== '',
  )
}

function readColumns(fields: Fields): Column[] {
  return Array.from({ length: MOST_COLUMNS + 1 }, (_, at) => {
    const from = `columns.${at}`
    return {
      from,
      title: textOf(fields, `${from}.title`),
      items: readRows(fields, `${from}.items`, MOST_IN_COLUMN),
    }
  }).filter(({ title, items }) => title !== '' || items.length > 0)
}

function move(lists: readonly { from: string }[][], asked: string): { focus: string } | undefined {
  const [from, way] = asked.split(' ')
  for (const list of lists) {
    const at = list.findIndex((row) => row.from === from)
    const row = list[at]
    if (!row) continue
    const to = way === 'up' ? at - 1 : way === 'down' ? at + 1 : at
    if (way !== 'remove' && (to === at || to < 0 || to >= list.length)) return undefined
    list.splice(at, 1)
    if (way !== 'remove') list.splice(to, 0, row)
    return { focus: `${row.from.replace(/\d+$/, String(to))} ${way}` }
  }
  return undefined
}

function fieldOf(typed: object, path: readonly PropertyKey[]): string {
  let at: unknown = typed
  let name = ''
  for (const key of path) {
    at = (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key]
    const from = (at as { from?: unknown } | undefined)?.from
    name = typeof from === 'string' ? from : [name, String(key)].filter(Boolean).join('.')
  }
  return name
}

type Issue = { path: readonly PropertyKey[]; message: string }

export function unknownNames(
  value: unknown,
  facts: ReadonlySet<string>,
  path: readonly PropertyKey[] = [],
): Issue[] {
  if (typeof value === 'string') {
    const isKnown = (name: string) => facts.has(name) || (name === 'years' && path[0] === 'legalLine')
    const unknown = namesIn(value).find((name) => !isKnown(name))
    if (unknown === undefined) return []
    const message = `There is no fact named ${unknown}. Please choose another, or remove the braces.`
    return [{ path, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => unknownNames(each, facts, [...path, key]))
}
