import { z } from 'zod'

import { findAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { type ProductLanguage, productLanguageOf, productLanguages } from '#app/lib/languages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { checkbox, listOf } from '#app/platform/settings/form-fields.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { listAddresses, storeAddresses } from './client-addresses.server.ts'
import { clientsTexts } from './messages.ts'

const PURPOSE = 'assistant client'

const stored = z.object({
  /** The key is its signature, so a new link has another key. */
  id: z.string(),
  madeAt: z.number(),
  until: z.number(),
  hidesContacts: z.boolean(),
  /** Of the page and the weekly mail. */
  language: z.enum(productLanguages).default('en'),
})

export type ClientLink = z.infer<typeof stored>

/** How many days a link can be valid. */
export const linkDays = ['30', '90', '365'] as const

export const clientLinkForm = z.object({
  id: z.string(),
  days: z.enum(linkDays, 'Please choose how long the link works.'),
  hidesContacts: checkbox,
  language: z.enum(productLanguages, 'Please choose a language.'),
  emails: listOf(
    z
      .array(z.email('Please enter e-mail addresses, one per line.'))
      .max(20, 'Please enter at most 20 addresses.'),
  ),
})

type Typed = z.output<typeof clientLinkForm>

/** Returns the link by which a client reads what an assistant does, or null. @throws {AppError} not-found. */
export async function readClientLink(ctx: Ctx, id: string) {
  requireActor(ctx, 'conversations.read')
  const link = await findLink(ctx, id)
  if (!link) return null
  const { id: _id, ...shown } = link
  const days = String((link.until - link.madeAt) / DAY)
  return { ...shown, days, url: await urlOfLink(ctx, id, link), ...(await listAddresses(ctx, id)) }
}

/** Returns the language that the owner's form proposes. @throws {AppError} not-found. */
export async function proposeLanguage(ctx: Ctx, id: string): Promise<ProductLanguage> {
  requireActor(ctx, 'knowledge.read')
  return languageWithoutLink(ctx, id)
}

/** Creates a new link; the previous one stops working. @throws {AppError} not-found. */
export async function makeClientLink(ctx: Ctx, typed: Typed): Promise<void> {
  requireActor(ctx, 'settings.write')
  await storeLink(ctx, typed, { what: 'assistant.link_made', id: newId() })
}

/** Stores what the form says and keeps the link's address. @throws {AppError} not-found, also if there is no link. */
export async function changeClientLink(ctx: Ctx, typed: Typed): Promise<void> {
  requireActor(ctx, 'settings.write')
  const link = await findLink(ctx, typed.id)
  if (!link) throw new AppError('not-found', 'There is no link any more. Please create a new one.')
  await storeLink(ctx, typed, { what: 'assistant.link_changed', id: link.id })
}

/** @throws {AppError} not-found. */
export async function revokeClientLink(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    const { name } = await findAssistant(ctx, id)
    await ctx.db.updateTable('assistant').set({ client_link: null }).where('id', '=', id).execute()
    await ctx.db.deleteFrom('client_address').where('assistant_id', '=', id).execute()
    await recordChange(ctx, { what: 'assistant.link_revoked', subject: subjectOf(id, name) })
  })
}

type Storing = { what: 'assistant.link_made' | 'assistant.link_changed'; id: string }

async function storeLink(ctx: Ctx, typed: Typed, { what, id: linkId }: Storing): Promise<void> {
  const { id, days, hidesContacts, language, emails } = typed
  await withTransaction(ctx, async (ctx) => {
    const { name } = await findAssistant(ctx, id)
    const madeAt = ctx.clock.now()
    const link: ClientLink = {
      id: linkId,
      madeAt,
      until: madeAt + Number(days) * DAY,
      hidesContacts,
      language,
    }
    const client_link = JSON.stringify(link)
    await ctx.db.updateTable('assistant').set({ client_link }).where('id', '=', id).execute()
    await storeAddresses(ctx, id, emails)
    await recordChange(ctx, { what, subject: subjectOf(id, name) })
  })
}

function subjectOf(id: string, title: string) {
  return { id, title, path: `/admin/assistants/${id}` }
}

/** Returns the link that a key opens. @throws {AppError} not-found if it is another's, revoked or expired. */
export async function openClientLink(
  ctx: Ctx,
  { id, key }: { id: string; key: string },
): Promise<ClientLink> {
  const link = await findLink(ctx, id)
  const isOpen = link !== null && !hasEnded(ctx, link) && ctx.signer.verify(PURPOSE, link.id, key)
  if (!isOpen) throw new AppError('not-found', (await wordedTexts(ctx, clientsTexts)).page.gone)
  return link
}

export function hasEnded(ctx: Ctx, { until }: ClientLink): boolean {
  return until <= ctx.clock.now()
}

/** Pages below `/admin` have no version in other languages. */
export async function urlOfLink(ctx: Ctx, assistantId: string, { id }: ClientLink): Promise<string> {
  const { publicUrl } = await ctx.site({ ...ctx, language: null })
  return `${publicUrl}/admin/shared-assistant/${assistantId}?key=${ctx.signer.sign(PURPOSE, id)}`
}

/** Returns the context in the language of an assistant's link, also of one that has ended. */
export async function inClientLanguage(ctx: Ctx, id: string): Promise<Ctx> {
  const [link, { languages }] = await Promise.all([findLink(ctx, id), ctx.site({ ...ctx, language: null })])
  const language = link?.language ?? (await languageWithoutLink(ctx, id))
  const own = languages.find(({ tag }) => productLanguageOf(tag) === language)
  return { ...ctx, language: own?.tag ?? language }
}

/** Returns the assistant's language, or that of the site if it speaks several or is unknown. */
async function languageWithoutLink(ctx: Ctx, id: string): Promise<ProductLanguage> {
  const row = await ctx.db.selectFrom('assistant').select('settings').where('id', '=', id).executeTakeFirst()
  const own = z.object({ language: z.enum(productLanguages) }).safeParse(row && JSON.parse(row.settings))
  const { mainLanguage } = await ctx.site({ ...ctx, language: null })
  return own.success ? own.data.language : (productLanguageOf(mainLanguage) ?? 'en')
}

export async function findLink(ctx: Ctx, id: string): Promise<ClientLink | null> {
  const row = await ctx.db
    .selectFrom('assistant')
    .select('client_link')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.client_link ? stored.parse(JSON.parse(row.client_link)) : null
}
