import { randomBytes } from 'node:crypto'

import { monthOf } from '#app/features/ai/spending/ledger.server.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { changedFields, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'

import { SITE_ASSISTANT } from './assistant-choices.ts'
import { defaultAssistantSettings, parseAssistantSettings } from './assistant-settings.server.ts'
import { findAssistant } from './read-assistant.server.ts'

const LONGEST_NAME = 60
const MOST_ASSISTANTS = 200

/** Lists the site's assistant first, then by name, with the conversations and the spending of this month. */
export async function listAssistants(ctx: Ctx) {
  requireActor(ctx, 'knowledge.read')
  const rows = await ctx.db
    .selectFrom('assistant')
    .select(['id', 'key', 'name'])
    .select((select) => [
      select
        .selectFrom('conversation')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('conversation.assistant_id', '=', 'assistant.id')
        .as('conversations'),
      select
        .selectFrom('assistant_usage')
        .select((sum) => sum.fn.sum<number>('cost_micros').as('sum'))
        .whereRef('assistant_usage.assistant_id', '=', 'assistant.id')
        .where('day', '>=', monthOf(ctx.clock.now()))
        .as('spent'),
    ])
    .orderBy('name')
    .execute()
  const collections = await ctx.db
    .selectFrom('assistant_collection')
    .innerJoin('knowledge_collection', 'knowledge_collection.id', 'assistant_collection.collection_id')
    .select(['assistant_id', 'knowledge_collection.name'])
    .orderBy('knowledge_collection.name')
    .execute()
  const listed = rows.map(({ id, conversations, spent, ...row }) => ({
    id,
    ...row,
    conversations: Number(conversations),
    collections: collections.filter((each) => each.assistant_id === id).map(({ name }) => name),
    spentThisMonth: id === SITE_ASSISTANT ? null : Number(spent) / 1_000_000,
  }))
  return listed.toSorted((a, b) => Number(b.id === SITE_ASSISTANT) - Number(a.id === SITE_ASSISTANT))
}

/** In addresses and forms, an assistant that is not stored yet. */
export const NEW_ASSISTANT = 'new'

/** Returns an assistant with the ids of its collections, for its form. @throws {AppError} not-found. */
export async function getAssistant(ctx: Ctx, id: string) {
  requireActor(ctx, 'knowledge.read')
  if (id === NEW_ASSISTANT) {
    const { siteName } = await ctx.site(ctx)
    const settings = defaultAssistantSettings(`${siteName} Assistant`.slice(0, LONGEST_NAME))
    return { id, key: '', name: '', settings, collections: [] }
  }
  return { ...(await findAssistant(ctx, id)), collections: await collectionsOf(ctx, id) }
}

type Typed = {
  /** `NEW_ASSISTANT` adds one. */
  id: string
  name: string
  collections: readonly string[]
  /** The fields of its settings. */
  fields: Readonly<Record<string, unknown>>
}

/**
 * Stores the whole form of an assistant. Its recipients stay as they are unless the actor may change those of the site,
 * because they are sent inquiries and conversations, which not every role may read.
 * @returns its id. @throws {FieldErrors} by field. @throws {AppError} not-found.
 */
export async function saveAssistant(
  ctx: Ctx,
  { id, name: typed, collections, fields }: Typed,
): Promise<string> {
  const actor = requireActor(ctx, 'knowledge.write')
  if (id === SITE_ASSISTANT)
    throw new AppError('invalid', 'This assistant is changed under Chatbot Settings.')
  const name = parseName(typed)
  const parsed = parseAssistantSettings(fields)
  await refuseSharedDomains(parsed.origins)
  return withTransaction(ctx, async (ctx) => {
    const before = id === NEW_ASSISTANT ? await insertAssistant(ctx) : await getAssistant(ctx, id)
    const settings = actorMay(actor, 'settings.write')
      ? parsed
      : { ...parsed, noticeEmails: before.settings.noticeEmails }
    await ctx.db
      .updateTable('assistant')
      .set({ name, settings: JSON.stringify(settings), updated_at: ctx.clock.now() })
      .where('id', '=', before.id)
      .execute()
    const isMoved = await storeCollections(ctx, before, collections)
    const subject = { id: before.id, title: name, path: `/admin/assistants/${before.id}` }
    if (id === NEW_ASSISTANT) await recordChange(ctx, { what: 'assistant.added', subject })
    else {
      const changed = changedFields({ ...before.settings, name: before.name }, { ...settings, name })
      const all = [...changed, ...(isMoved ? ['collections'] : [])]
      await recordChange(ctx, { what: 'assistant.changed', subject, fields: all })
    }
    return before.id
  })
}

/** A wildcard before a domain under which anybody gets a name, such as co.uk or github.io, would allow strangers. */
async function refuseSharedDomains(origins: readonly string[]): Promise<void> {
  const wild = origins.filter((origin) => origin.includes('*'))
  if (wild.length === 0) return
  const { getPublicSuffix } = await import('tldts')
  for (const origin of wild) {
    const { hostname } = new URL(origin.replace('*.', ''))
    if (getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname)
      throw new FieldErrors({
        origins: `Anybody can have a site below ${hostname}. Please list your own addresses one by one.`,
      })
  }
}

async function insertAssistant(ctx: Ctx) {
  await ctx.engine.lockUntilCommit(ctx.db, 'assistants')
  const { count } = await ctx.db
    .selectFrom('assistant')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_ASSISTANTS)
    throw new FieldErrors({ name: `There can be at most ${MOST_ASSISTANTS} assistants.` })
  const now = ctx.clock.now()
  const row = { id: newId(), key: randomBytes(12).toString('base64url'), name: '' }
  await ctx.db
    .insertInto('assistant')
    .values({ ...row, created_at: now, updated_at: now, settings: '{}' })
    .execute()
  return { ...row, settings: defaultAssistantSettings('Assistant'), collections: [] }
}

/** Deletes an assistant with its test questions. Its conversations and inquiries stay. @throws {AppError} not-found; invalid for the site's. */
export async function deleteAssistant(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  if (id === SITE_ASSISTANT) throw new AppError('invalid', 'The assistant of this site cannot be deleted.')
  await withTransaction(ctx, async (ctx) => {
    const { name } = await findAssistant(ctx, id)
    await ctx.db.deleteFrom('test_question').where('assistant_id', '=', id).execute()
    await ctx.db.deleteFrom('assistant').where('id', '=', id).execute()
    await recordChange(ctx, { what: 'assistant.deleted', subject: { id, title: name } })
  })
}

async function storeCollections(
  ctx: Ctx,
  { id, collections: before }: { id: string; collections: readonly string[] },
  wanted: readonly string[],
): Promise<boolean> {
  const known = await ctx.db.selectFrom('knowledge_collection').select('id').execute()
  const after = known.map((collection) => collection.id).filter((each) => wanted.includes(each))
  if (after.length === before.length && after.every((each) => before.includes(each))) return false
  await ctx.db.deleteFrom('assistant_collection').where('assistant_id', '=', id).execute()
  if (after.length > 0)
    await ctx.db
      .insertInto('assistant_collection')
      .values(after.map((collection_id) => ({ assistant_id: id, collection_id })))
      .execute()
  return true
}

async function collectionsOf(ctx: Ctx, id: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('assistant_collection')
    .select('collection_id')
    .where('assistant_id', '=', id)
    .execute()
  return rows.map(({ collection_id: each }) => each)
}

function parseName(typed: string): string {
  const name = readableLine(typed)?.trim()
  if (name === undefined) throw new FieldErrors({ name: 'This contains characters that cannot be read.' })
  if (name === '') throw new FieldErrors({ name: 'Please name the assistant.' })
  if (name.length > LONGEST_NAME)
    throw new FieldErrors({ name: `Please use at most ${LONGEST_NAME} characters.` })
  return name
}
