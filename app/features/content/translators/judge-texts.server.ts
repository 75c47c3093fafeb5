import { setImmediate as othersFirst } from 'node:timers/promises'

import { fitForXml } from '#app/features/blog/feeds/xml.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { faultOfTranslation, type Manner } from '#app/features/translation/translate-texts.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'

import type { FileText } from './translation-file.ts'
import { findUnits, groupIdOf, type Unit, type UnitGroup } from './units.server.ts'

/** A text of a file that would change something, or that would if it were sound. */
export type JudgedText = {
  unit: Unit
  group: UnitGroup
  target: string
  note: string | null
  isFit: boolean
  isChosen: boolean
}

const KEPT_GROUPS = 50
/** Texts that are compared before other requests may run: each may need a query. */
const A_SLICE = 100
const SHOWN_IDS = 3

/** Compares a file with the site, and says in sentences what is left out of the comparison. */
export async function judgeTexts(
  ctx: Ctx,
  language: string,
  texts: readonly FileText[],
): Promise<{ judged: JudgedText[]; notes: string[] }> {
  const manner = await mannerOf(ctx, language)
  const find = createFinder(ctx, language)
  const judged: JudgedText[] = []
  const seen = new Set<string>()
  const counts = { empty: 0, same: 0, twice: 0, foreign: 0 }
  const unknown: string[] = []
  for (const [at, text] of texts.entries()) {
    if (at % A_SLICE === A_SLICE - 1) await othersFirst()
    const found = await find(text.ids)
    const target = cleaned(text.target)
    if (!found) unknown.push(text.ids.join(' ').slice(0, 80) || '(no id)')
    else if (isUntranslated(text, target)) counts.empty += 1
    else if (seen.has(found.unit.id)) counts.twice += 1
    else {
      seen.add(found.unit.id)
      if (isSame(found.unit, text, target)) counts.same += 1
      else {
        const verdict = judge(found.unit, { ...text, target }, manner)
        if (isForeign(text, language)) counts.foreign += 1
        judged.push({ ...found, ...verdict, target })
      }
    }
  }
  return { judged, notes: notesOf(counts, unknown, language) }
}

function notesOf(
  { empty, same, twice, foreign }: Record<'empty' | 'same' | 'twice' | 'foreign', number>,
  unknown: readonly string[],
  language: string,
): string[] {
  const ids = [...unknown.slice(0, SHOWN_IDS), ...(unknown.length > SHOWN_IDS ? ['…'] : [])]
  return [
    ...told(foreign, `in another language than ${ownNameOf(language)}, says the file.`),
    ...told(unknown.length, `not on the site: ${ids.join(', ')}.`),
    ...told(twice, 'left out, because the file has another translation of the same text before.'),
    ...told(empty, 'without a translation in the file.'),
    ...told(same, 'as on the site now.'),
  ]
}

function told(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count === 1 ? '1 text is' : `${count} texts are`} ${what}`]
}

/** Returns a function that finds a unit by the ids that a file gives it. */
function createFinder(ctx: Ctx, language: string) {
  const groups = new Map<string, { group: UnitGroup; units: ReadonlyMap<string, Unit> } | null>()
  async function groupOf(id: string) {
    const known = groups.get(id)
    if (known !== undefined) return known
    const group = await findUnits(ctx, language, id)
    const found = group && { group, units: new Map(group.units.map((unit) => [unit.id, unit])) }
    if (groups.size >= KEPT_GROUPS) groups.clear()
    groups.set(id, found)
    return found
  }
  return async (ids: readonly string[]) => {
    for (const id of ids) {
      const groupId = groupIdOf(id)
      const found = groupId === '' ? null : await groupOf(groupId)
      const unit = found?.units.get(id)
      if (found && unit) return { group: found.group, unit }
    }
    return null
  }
}

/** Line ends as the site stores them, without what no text may contain. */
function cleaned(text: string): string {
  return fitForXml(text).replaceAll(/\r\n?/g, '\n').trim()
}

const comparable = (text: string) => cleaned(text).replaceAll(/\s+/g, ' ')

function isUntranslated({ source, isDone }: FileText, target: string): boolean {
  if (target === '') return true
  // Some tools begin with the source's words in every translation.
  return isDone === false && source !== null && cleaned(source) === target
}

/** A translation that the translator confirmed after a change of the source is a change, too. */
function isSame(unit: Unit, { source, isDone }: FileText, target: string): boolean {
  if (target !== cleaned(unit.translation)) return false
  return !(unit.state === 'outdated' && isDone && !hasMoved(unit, source))
}

function hasMoved(unit: Unit, source: string | null): boolean {
  return source !== null && comparable(source) !== comparable(unit.source)
}

function isForeign({ language }: FileText, wanted: string): boolean {
  const base = (tag: string) => tag.toLowerCase().split(/[-_]/)[0]
  return language !== null && language !== '' && base(language) !== base(wanted)
}

function judge(unit: Unit, text: FileText, manner: Manner): Pick<JudgedText, 'note' | 'isFit' | 'isChosen'> {
  const fault = faultOfTranslation(unit.source.trim(), text.target, manner)
  if (fault !== null) return { note: fault, isFit: false, isChosen: false }
  const doubt = hasMoved(unit, text.source)
    ? 'The source has changed since this file was made.'
    : isForeign(text, manner.to)
      ? `The file says that this is in ${text.language?.slice(0, 20)}.`
      : text.target.includes('\uFFFD')
        ? 'The file has letters here that nobody can read.'
        : null
  return { note: doubt, isFit: true, isChosen: doubt === null }
}
