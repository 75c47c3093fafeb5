import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { erasureHash } from '#app/platform/crypto/erasure-hash.server.ts'

import type { MatchesAddress } from './mentions.server.ts'

export type Erasure = {
  /** Milliseconds UTC. Data stored later is kept. */
  erasedAt: number
  /** HMAC of the comparable address. */
  hash: string
  /** Identifies the secret that the hash was made with. */
  keyMark: string
}

/** Stored outside the database (bucket or DATA_DIR), because a restored backup lacks later erasures. */
const FILE = 'erasures.jsonl'

const line = z.object({ erasedAt: z.iso.datetime(), hash: z.string().min(1), keyMark: z.string() })

export function erasureKeyMark(ctx: Pick<Ctx, 'signer'>): string {
  return ctx.signer.sign('erasure-key', '').slice(0, 8)
}

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

/** Adds the table's erasures to the file and keeps entries that only the file has. */
export async function copyErasuresToFile(ctx: Ctx): Promise<void> {
  let written: Erasure[]
  let known = await listErasures(ctx)
  // Another process may have written a shorter list in between, so compare again after writing.
  do {
    written = unionOf(await readErasureFile(ctx), known)
    await ctx.records.put(FILE, new TextEncoder().encode(formatErasures(written)))
    known = await listErasures(ctx)
  } while (missingFrom(written, known).length > 0)
}

/** One JSON object per line. */
export function formatErasures(erasures: readonly Erasure[]): string {
  return erasures
    .map(
      (erasure) => `${JSON.stringify({ ...erasure, erasedAt: new Date(erasure.erasedAt).toISOString() })}\n`,
    )
    .join('')
}

/** @throws {Error} on an invalid line: skipping it could leave personal data in place */
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

export function missingFrom(list: readonly Erasure[], others: readonly Erasure[]): Erasure[] {
  const known = new Set(list.map(keyOf))
  return others.filter((erasure) => !known.has(keyOf(erasure)))
}

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

/** Matches these erasures' addresses in data stored before each. Caches hashes, because addresses recur often. */
export function matchErasures(ctx: Ctx, erasures: readonly Erasure[]): MatchesAddress {
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
