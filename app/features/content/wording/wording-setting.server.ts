import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { announceContent } from '../announce-content.server.ts'

import type { Changes } from './make-wording.ts'

export const LONGEST_TEXT = 1000
const MOST_EARLIER = 20

const wordedTextSchema = z.object({
  text: z.string().max(LONGEST_TEXT).nullable(),
  /** The owner's earlier texts, latest first. */
  earlier: z.array(z.object({ text: z.string(), until: z.number() })).max(MOST_EARLIER),
})

const schema = z.record(z.string().max(120), wordedTextSchema)

export type StoredWording = z.output<typeof schema>

/** The texts that the owner has reworded, by key. The audit log names the changed keys. */
export const wordingSetting = defineSetting({
  key: 'wording',
  schema,
  defaults: {},
  audit: 'settings.wording',
  path: '/admin/wording',
  area: 'content',
  onSaved: announceContent,
  exported: { file: 'wording', read: readTexts, accept: acceptTexts },
})

/** Leaves out earlier texts, which are history and not content. */
async function readTexts(ctx: Pick<Ctx, 'db'>): Promise<StoredWording> {
  const texts = Object.entries(changesOf(await wordingSetting.read(ctx)))
  const sorted = texts.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, text]) => [key, { text, earlier: [] }]))
}

/** Keeps the replaced texts in the history. */
async function acceptTexts(ctx: Ctx, imported: StoredWording): Promise<StoredWording> {
  let wording = await wordingSetting.read(ctx)
  const wanted = changesOf(imported)
  for (const key of new Set([...Object.keys(wording), ...Object.keys(wanted)])) {
    const text = wanted[key] ?? null
    if (wording[key]?.text !== text) wording = withText(wording, key, text, ctx.clock.now())
  }
  return wording
}

export function changesOf(stored: StoredWording): Changes {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([key, { text }]) => (text === null ? [] : [[key, text]])),
  )
}

/** Returns the wording with another text for a key; the former text joins the earlier ones. */
export function withText(
  stored: StoredWording,
  key: string,
  text: string | null,
  now: number,
): StoredWording {
  const known = stored[key] ?? { text: null, earlier: [] }
  const earlier = known.text === null ? known.earlier : [{ text: known.text, until: now }, ...known.earlier]
  return { ...stored, [key]: { text, earlier: earlier.slice(0, MOST_EARLIER) } }
}
