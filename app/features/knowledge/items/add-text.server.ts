import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type AddedItem, createItem } from './create-item.server.ts'
import { parseText, parseTitle } from './item-fields.ts'

/** Adds a text that the owner wrote, in which Markdown's headings count. @throws {FieldErrors} title, text. */
export async function addText(ctx: Ctx, input: { title: string; text: string }): Promise<AddedItem> {
  requireActor(ctx)
  const title = parseTitle(input.title)
  const text = parseText(input.text)
  return createItem(ctx, {
    kind: 'text',
    title,
    source: null,
    sameAs: `${title}\n${text}`,
    bytes: new TextEncoder().encode(text),
  })
}
