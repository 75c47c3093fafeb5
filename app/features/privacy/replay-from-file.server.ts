import { readFile } from 'node:fs/promises'

import type { Ctx } from '#app/platform/context.server.ts'

import { parseErasures } from './erasure-list.server.ts'
import { replayErasures } from './replay-erasures.server.ts'

/** `npm run privacy:replay`, with a list that was downloaded and kept elsewhere or with none; returns what to print. */
export async function replayFromFile(ctx: Ctx, [path]: readonly string[]): Promise<string[]> {
  const kept = path === undefined ? [] : parseErasures(await readFile(path, 'utf8'))
  const { replayed, unreadable } = await replayErasures(ctx, kept)
  const lines = [
    replayed === 0
      ? 'Nothing had to be erased again.'
      : `${replayed === 1 ? 'One erasure was' : `${replayed} erasures were`} carried out again.`,
  ]
  if (unreadable > 0)
    lines.push(
      `${unreadable} could not be: the list was made under another APP_SECRET. Start with that secret and run this again.`,
    )
  return lines
}
