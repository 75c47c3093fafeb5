import { createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'

import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import { announceImport } from './announce-import.job.server.ts'
import { MAX_ARCHIVE_BYTES } from './archive-files.ts'
import { packContent } from './export-content.server.ts'
import { FaultyArchive, importContent } from './import-content.server.ts'

/** `npm run content:export -- FILE` */
export async function exportToFile(ctx: Ctx, args: readonly string[]): Promise<string[]> {
  const { path } = readArgs(args, 'npm run content:export -- FILE')
  const { zip, pages, missing } = await packContent(ctx)
  const unfinished = `${path}.part`
  try {
    await pipeline(Readable.from(zip), createWriteStream(unfinished))
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return [
    `Wrote ${path}: ${pages} pages.`,
    ...missing.map((name) => `A page uses the picture ${name}, which is not stored here.`),
  ]
}

/** `npm run content:import -- FILE`; with `--check` it only reports errors, or what the import would do. */
export async function importFromFile(ctx: Ctx, args: readonly string[]): Promise<string[]> {
  const { path, isCheck } = readArgs(args, 'npm run content:import -- FILE [--check]')
  if ((await stat(path)).size > MAX_ARCHIVE_BYTES) throw new Error(`${path} is larger than 50 MB.`)
  try {
    const done = await importContent(ctx, await readFile(path), { isCheck, by: { actor: 'command' } })
    if ('checked' in done)
      return [`${path} is valid and contains ${done.pages} pages. Nothing was changed.`, ...done.notes]
    await enqueue(ctx, announceImport, {})
    return [
      `Imported ${path}: ${done.pages} pages, ${done.changed} of them changed, ${done.deleted} others deleted.`,
      ...done.notes,
    ]
  } catch (error) {
    if (error instanceof FaultyArchive)
      throw new Error([error.message, ...error.faults].join('\n'), { cause: error })
    throw error
  }
}

function readArgs(args: readonly string[], usage: string): { path: string; isCheck: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean' } },
    })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, isCheck: values.check === true }
  } catch {
    // The error below states the usage.
  }
  throw new Error(`Name a file: ${usage}`)
}
