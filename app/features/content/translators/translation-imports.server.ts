import { setImmediate as othersFirst } from 'node:timers/promises'

import { pageOf } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { requireOther } from '../languages/short-texts.server.ts'

import { type JudgedText, judgeTexts } from './judge-texts.server.ts'
import { type FileText, MAX_TRANSLATION_BYTES, readTranslationsTask } from './translation-file.ts'

const MAX_NAME = 200
const A_SLICE = 100
export const TEXTS_PER_PAGE = 100

/**
 * Reads a translator's file and keeps its comparison with the site. Nothing else changes, but an earlier file of the
 * language that still waits is replaced.
 * @throws {FieldErrors} file, if it is neither XLIFF nor CSV or too large.
 * @throws {AppError} not-found for a language that the site does not have.
 */
export async function uploadTranslations(
  ctx: Ctx,
  { language, name, content }: { language: string; name: string; content: Blob },
): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  await requireOther(ctx, language)
  if (content.size > MAX_TRANSLATION_BYTES)
    throw new FieldErrors({ file: 'This file is larger than 10 MB. Please split it.' })
  const { texts, notes } = await readFile(ctx, content)
  const compared = await judgeTexts(ctx, language, texts)
  const id = newId()
  await ctx.db
    .insertInto('translation_import')
    .values({
      id,
      language,
      name: name.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '') || 'A file',
      notes: JSON.stringify([...notes, ...compared.notes]),
      created_at: ctx.clock.now(),
    })
    .execute()
  // Each slice is a transaction of its own, so that other writers need not wait. If it stops halfway, the next upload replaces it.
  for (let at = 0; at < compared.judged.length; at += A_SLICE) {
    await othersFirst()
    const rows = compared.judged.slice(at, at + A_SLICE).map((text, n) => rowOf(id, at + n, text))
    try {
      await ctx.db.insertInto('translation_import_row').values(rows).execute()
    } catch (error) {
      // Somebody else's file has replaced this one meanwhile, which is told instead.
      await findImport(ctx, id)
      throw error
    }
  }
  await ctx.db
    .deleteFrom('translation_import')
    .where('language', '=', language)
    .where('id', '!=', id)
    .execute()
  return { id }
}

function rowOf(id: string, position: number, { unit, group, target, note, isFit, isChosen }: JudgedText) {
  return {
    import_id: id,
    position,
    group_id: group.id,
    unit: unit.id,
    page: group.name,
    source: unit.source,
    current: unit.translation,
    target,
    note,
    is_fit: isFit ? 1 : 0,
    is_chosen: isChosen ? 1 : 0,
  } as const
}

async function readFile(ctx: Ctx, content: Blob): Promise<{ texts: FileText[]; notes: string[] }> {
  const texts: FileText[] = []
  try {
    const { notes } = await ctx.pool.run(readTranslationsTask, await content.bytes(), {
      onPart: (part) => void texts.push(...part),
    })
    return { texts, notes }
  } catch (error) {
    if (error instanceof OverBudget) throw new FieldErrors({ file: error.message })
    throw error
  }
}

/** Returns a page of the comparison. @throws {AppError} not-found. */
export async function getTranslationImport(ctx: Ctx, { id, page: asked }: { id: string; page: number }) {
  requireActor(ctx, 'content.read')
  const upload = await findImport(ctx, id)
  const rows = ctx.db.selectFrom('translation_import_row').where('import_id', '=', id)
  const { total, chosen } = await rows
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      select.fn.sum<number | null>('is_chosen').as('chosen'),
    ])
    .executeTakeFirstOrThrow()
  const { page, pages, offset } = pageOf(total, TEXTS_PER_PAGE, asked)
  const texts = await rows.selectAll().orderBy('position').limit(TEXTS_PER_PAGE).offset(offset).execute()
  return {
    ...upload,
    total,
    chosen: Number(chosen),
    page,
    pages,
    perPage: TEXTS_PER_PAGE,
    texts: texts.map(({ position, unit, page: of, source, current, target, note, is_fit, is_chosen }) => ({
      position,
      place: unit,
      page: of,
      source,
      current,
      target,
      note,
      isFit: is_fit === 1,
      isChosen: is_chosen === 1,
    })),
  }
}

export type ComparedImport = Awaited<ReturnType<typeof getTranslationImport>>

/** @throws {AppError} not-found. */
export async function findImport(
  ctx: Ctx,
  id: string,
): Promise<{ language: string; name: string; notes: string[] }> {
  const row = await ctx.db
    .selectFrom('translation_import')
    .select(['language', 'name', 'notes'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row)
    throw new AppError('not-found', 'There is no such file any more. It was imported, cancelled or replaced.')
  // `uploadTranslations` wrote it.
  return { ...row, notes: JSON.parse(row.notes) as string[] }
}

/** Forgets a file and its comparison. */
export async function cancelTranslations(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await ctx.db.deleteFrom('translation_import').where('id', '=', id).execute()
}
