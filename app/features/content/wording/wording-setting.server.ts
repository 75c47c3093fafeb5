import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { announceContent } from '../announce-content.server.ts'

import type { Changes } from './make-wording.ts'

export const LONGEST_TEXT = 1000
const MOST_EARLIER = 20

const wordedTextSchema = z.object({
  text: z.string().max(LONGEST_TEXT).nullable(),
  /** What the owner had before, the latest first. */
  earlier: z.array(z.object({ text: z.string(), until: z.number() })).max(MOST_EARLIER),
})

/** The texts that the owner words otherwise, by their keys. The audit log names the keys that changed. */
export const wordingSetting = defineSetting({
  key: 'wording',
  schema: z.record(z.string().max(120), wordedTextSchema),
  defaults: {},
  audit: 'settings.wording',
  path: '/admin/wording',
  onSaved: announceContent,
})

export type StoredWording = z.output<typeof wordingSetting.form.schema>

export function changesOf(stored: StoredWording): Changes {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([key, { text }]) => (text === null ? [] : [[key, text]])),
  )
}

/** With another text under a key, and the one that stood there among the earlier ones. */
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
