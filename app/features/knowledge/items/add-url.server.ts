import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'

import { type AddedItem, createItem } from './create-item.server.ts'

/** Longer ones are refused by many servers. */
const MAX_URL = 2000

const { errors } = knowledgeMessages[defaultLocale]

/**
 * Adds a public page; one added before is read again. Null when the address is empty: then nothing is done.
 * @throws {FieldErrors} url.
 */
export async function addUrl(ctx: Ctx, input: { url: string }): Promise<AddedItem | null> {
  requireActor(ctx)
  const typed = input.url.trim()
  if (typed === '') return null
  const url = URL.parse(typed)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > MAX_URL)
    throw new FieldErrors({ url: errors.urlInvalid })
  url.hash = ''
  // Its own title takes the address's place once it is read.
  return createItem(ctx, {
    kind: 'url',
    title: url.href,
    source: url.href,
    address: url.href,
    sameAs: url.href,
  })
}
