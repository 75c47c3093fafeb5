import { setImmediate as othersFirst } from 'node:timers/promises'

import { element, xmlText } from '#app/features/blog/feeds/xml.ts'
import { toCsv } from '#app/lib/csv.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { requireOther } from '../languages/short-texts.server.ts'

import { type Unit, type UnitGroup, type UnitState, unitsOf } from './units.server.ts'

export type Asked = {
  language: string
  /** By default all. */
  state: UnitState | null
  format: 'xliff' | 'csv'
}

/**
 * Returns the texts of a language for translators, page by page.
 * @throws {AppError} not-found for a language that the site does not have, or if there are no such texts.
 */
export async function exportTranslations(
  ctx: Ctx,
  { language, state, format }: Asked,
): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'content.read')
  await requireOther(ctx, language)
  const groups = asked(unitsOf(ctx, language), state)
  const first = await groups.next()
  if (first.done) throw new AppError('not-found', 'There are no such texts now.')
  const { mainLanguage } = await ctx.site(ctx)
  const write = format === 'csv' ? writeCsv : writeXliff
  return write(continued(first.value, groups), { from: mainLanguage, to: language })
}

async function* asked(
  groups: AsyncGenerator<UnitGroup>,
  state: UnitState | null,
): AsyncGenerator<UnitGroup, undefined> {
  for await (const group of groups) {
    await othersFirst()
    const units = group.units.filter((unit) => state === null || unit.state === state)
    if (units.length > 0) yield { ...group, units }
  }
}

async function* continued<Value>(first: Value, rest: AsyncGenerator<Value>): AsyncGenerator<Value> {
  yield first
  yield* rest
}

type Languages = { from: string; to: string }

async function* writeXliff(
  groups: AsyncGenerator<UnitGroup>,
  { from, to }: Languages,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${from}" trgLang="${to}">\n`
  for await (const { id, name, units } of groups) {
    yield ` <file id="${id}" original="${xmlText(name)}" canResegment="no" xml:space="preserve">\n${units.map(unitElement).join('')} </file>\n`
  }
  yield '</xliff>\n'
}

const states = { missing: 'initial', outdated: 'initial', draft: 'translated', public: 'final' } as const

function unitElement({ id, source, before, translation, state }: Unit): string {
  const notes = notesOf({ source, before, state }).map((note) => element('note', {}, note))
  const texts = [
    element('source', {}, source),
    ...(translation === '' ? [] : [element('target', {}, translation)]),
  ]
  return `  ${element('unit', { id, name: id }, [
    ...(notes.length > 0 ? [element('notes', {}, notes)] : []),
    element('segment', { state: states[state] }, texts),
  ])}\n`
}

/** Returns what a translator must know of a text. */
function notesOf({ source, before, state }: Pick<Unit, 'source' | 'before' | 'state'>): string[] {
  return [
    ...(/\{\w[\w.]*\}/.test(source) ? ['Keep the names in braces; they are replaced by values.'] : []),
    ...(/\]\(|\*\*|`|^#/m.test(source) ? ['Keep the Markdown marks and the addresses.'] : []),
    ...(state === 'outdated' && before !== null ? [`Before, the source was: ${before}`] : []),
  ]
}

async function* writeCsv(groups: AsyncGenerator<UnitGroup>): AsyncGenerator<string> {
  yield `\uFEFF${toCsv([['id', 'page', 'state', 'source', 'translation', 'note']])}`
  for await (const { name, units } of groups)
    yield toCsv(
      units.map((unit) => [
        unit.id,
        name,
        unit.state,
        unit.source,
        unit.translation,
        notesOf(unit).join(' '),
      ]),
    )
}
