import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'

import type { IsMeant } from './mentions.server.ts'

/** That an address was erased, without the address. */
export type Erasure = {
  /** Milliseconds UTC: what came later is not meant. */
  erasedAt: number
  /** HMAC of the comparable address. */
  hash: string
  /** Tells under which secret the hash was made. */
  keyMark: string
}

/**
 * The list beside the database, in the bucket or in DATA_DIR. A database that is put back to an older state knows nothing
 * of later erasures; this list does.
 */
const FILE = 'erasures.jsonl'

const line = z.object({ erasedAt: z.iso.datetime(), hash: z.string().min(1), keyMark: z.string() })

export function erasureHash(ctx: Pick<Ctx, 'signer'>, address: string): string {
  return ctx.signer.sign('erasure', address)
}

export function erasureKeyMark(ctx: Pick<Ctx, 'signer'>): string {
  return ctx.signer.sign('erasure-key', '').slice(0, 8)
}

/** Those that this database has carried out, oldest first. */
export async function listErasures(ctx: Ctx): Promise<Erasure[]> {
  const rows = await ctx.db
    .selectFrom('erasure')
    .select(['erased_at', 'hash', 'key_mark'])
    .orderBy('erased_at')
    .orderBy('id')
    .execute()
  return rows.map(({ erased_at, hash, key_mark }) => ({ erasedAt: erased_at, hash, keyMark: key_mark }))
}

export async function readErasureFile(ctx: Pick<Ctx, 'records'>): Promise<Erasure[]> {
  const bytes = await ctx.records.get(FILE)
  return bytes === null ? [] : parseErasures(new TextDecoder().decode(bytes))
}

/** Brings the file up to the table; what only the file knows stays in it. */
export async function copyErasuresToFile(ctx: Ctx): Promise<void> {
  let written: Erasure[]
  let known = await listErasures(ctx)
  // Another process may have written less meanwhile: whoever writes last has looked last.
  do {
    written = unionOf(await readErasureFile(ctx), known)
    await ctx.records.put(FILE, new TextEncoder().encode(formatErasures(written)))
    known = await listErasures(ctx)
  } while (missingFrom(written, known).length > 0)
}

/** One JSON object a line, with times as ISO 8601. */
export function formatErasures(erasures: readonly Erasure[]): string {
  return erasures
    .map(
      (erasure) => `${JSON.stringify({ ...erasure, erasedAt: new Date(erasure.erasedAt).toISOString() })}\n`,
    )
    .join('')
}

/** @throws where a line is none of ours: to skip it could leave somebody's data in place. */
export function parseErasures(text: string): Erasure[] {
  return text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row, n) => {
      const parsed = line.safeParse(readJson(row))
      if (!parsed.success) throw new Error(`The list of erasures is damaged in line ${n + 1}.`)
      return { ...parsed.data, erasedAt: Date.parse(parsed.data.erasedAt) }
    })
}

/** Those of `others` that are not in `list`. */
export function missingFrom(list: readonly Erasure[], others: readonly Erasure[]): Erasure[] {
  const known = new Set(list.map(keyOf))
  return others.filter((erasure) => !known.has(keyOf(erasure)))
}

/** Those of both, each once. */
export function unionOf(list: readonly Erasure[], others: readonly Erasure[]): Erasure[] {
  return [...list, ...missingFrom(list, others)]
}

function keyOf({ erasedAt, hash }: Erasure): string {
  return `${erasedAt} ${hash}`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * What these erasures mean, each up to its own time; those of another secret mean nothing. The same addresses come up in
 * many places, so each is hashed once.
 */
export function meantBy(ctx: Ctx, erasures: readonly Erasure[]): IsMeant {
  const keyMark = erasureKeyMark(ctx)
  const erasedAt = new Map<string, number>()
  for (const erasure of erasures)
    if (erasure.keyMark === keyMark)
      erasedAt.set(erasure.hash, Math.max(erasure.erasedAt, erasedAt.get(erasure.hash) ?? 0))
  const until = new Map<string, number>()
  return (address, storedAt) => {
    let limit = until.get(address)
    if (limit === undefined) {
      limit = erasedAt.get(erasureHash(ctx, address)) ?? 0
      until.set(address, limit)
    }
    return storedAt <= limit
  }
}
