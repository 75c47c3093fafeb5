import { z } from 'zod'

import { readableLine, readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { readSay } from '#app/platform/text-translations.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { fillFacts } from '../facts/fill-facts.ts'
import { readContent } from '../site-content.server.ts'

const LONGEST = { name: 80, text: 5000 }
const MOST = 200

const replySchema = z.object({ id: z.string(), name: z.string(), text: z.string() })
export type SavedReply = z.infer<typeof replySchema>

export const savedReplies = defineSetting({
  key: 'saved-replies',
  schema: z.array(replySchema).max(MOST, `Please keep at most ${MOST} replies.`),
  defaults: [],
  audit: () => 'settings.saved_replies',
  path: '/admin/saved-replies',
  area: 'leads',
})

/** Adds a reply, or changes the one with this id. @throws {FieldErrors} name, text. */
export async function keepSavedReply(
  ctx: Ctx,
  { id, name: typedName, text: typedText }: SavedReply,
): Promise<void> {
  requireActor(ctx, 'leads.write')
  const name = readableLine(typedName)
  const text = readableText(typedText)?.trim()
  const faults = {
    ...faultOf('name', name, LONGEST.name, 'Please name the reply.'),
    ...faultOf('text', text, LONGEST.text, 'Please write something.'),
  }
  if (!name || !text || Object.keys(faults).length > 0) throw new FieldErrors(faults)
  await changeList(ctx, (replies) => {
    const kept = { id: id || newId(), name, text }
    return replies.some((reply) => reply.id === id)
      ? replies.map((reply) => (reply.id === id ? kept : reply))
      : [...replies, kept]
  })
}

function faultOf(field: string, text: string | null | undefined, longest: number, missing: string) {
  if (text === null || text === undefined) return { [field]: 'This contains characters that cannot be read.' }
  if (text === '') return { [field]: missing }
  return text.length > longest ? { [field]: `Please use at most ${longest} characters.` } : {}
}

/** @returns the deleted reply, so that it can be restored. @throws {AppError} not-found. */
export async function deleteSavedReply(ctx: Ctx, { id }: { id: string }): Promise<SavedReply> {
  requireActor(ctx, 'leads.write')
  let gone: SavedReply | undefined
  await changeList(ctx, (replies) => {
    gone = replies.find((reply) => reply.id === id)
    if (!gone) throw new AppError('not-found', 'There is no such reply. It may have been deleted.')
    return replies.filter((reply) => reply.id !== id)
  })
  if (!gone) throw new AppError('not-found', 'There is no such reply. It may have been deleted.')
  return gone
}

/** Locks the list, so that no change is lost if two members change it at once. */
async function changeList(ctx: Ctx, change: (replies: readonly SavedReply[]) => SavedReply[]): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, savedReplies.key)
    const replies = change(await savedReplies.read(ctx))
    await savedReplies.save(
      ctx,
      replies.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    )
  })
}

/** `language` names the one that a reply was translated into; null for the owner's own words. */
export type FilledReply = SavedReply & { language: string | null }

/**
 * Returns the replies in the lead's language where they are translated, with the site's facts and the lead's name filled
 * in. @throws {AppError} not-found.
 */
export async function fillSavedReplies(ctx: Ctx, { leadId }: { leadId: string }): Promise<FilledReply[]> {
  const member = requireActor(ctx, 'leads.read')
  const lead = await ctx.db
    .selectFrom('lead')
    .select(['name', 'language'])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
  const { languages } = await ctx.site(ctx)
  const spoken = {
    ...ctx,
    language: languages.some(({ tag }) => tag === lead.language) ? lead.language : null,
  }
  const [replies, own, local, { siteName, contactEmail, language }, say] = await Promise.all([
    savedReplies.read(ctx),
    readContent(ctx),
    readContent(spoken),
    ctx.site(spoken),
    readSay(spoken),
  ])
  const name = plainName(lead.name)
  const named = { name, firstName: name.split(' ', 1).join(''), member: member.name, siteName, contactEmail }
  return replies.map((reply) => {
    const text = say('replies', reply.text)
    const isOwn = text === reply.text
    const { facts } = isOwn ? own : local
    return { ...reply, text: fillFacts(text, { ...facts, ...named }), language: isOwn ? null : language }
  })
}

/** Removes characters that would form a link or bold text, because a visitor typed the name. */
function plainName(name: string): string {
  return name.replaceAll(/[[\]()*_<>`]/g, '').trim()
}
