import { sql } from 'kysely'

import { chatTexts } from '#app/features/chat/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { isAllowedOrigin } from '../assistants/allowed-origins.ts'
import type { AssistantSettings } from '../assistants/assistant-settings.server.ts'
import { SITE_ASSISTANT } from '../assistants/assistant-choices.ts'
import { type Assistant, findAssistant, forAssistant } from '../assistants/read-assistant.server.ts'
import { readPanel } from '../languages/read-panel.server.ts'
import { widgetTexts } from '../widget/widget-texts.ts'

/** The script asks for further ones one by one. */
const MOST_LOOKS = 3
const LONGEST_KEY = 40

/** How the button looks, in the installation's terms: `accent` may be empty. */
export type Look = { key: string; label: string } & Pick<
  AssistantSettings,
  'accent' | 'corner' | 'icon' | 'offset' | 'keepsQuery'
>

/** Returns an assistant of other sites. @throws {AppError} not-found, also for this site's own. */
export async function findEmbedded(ctx: Ctx, key: string): Promise<Assistant> {
  const found = key.length <= LONGEST_KEY ? await findAssistant(ctx, key, 'key') : null
  if (!found || found.id === SITE_ASSISTANT)
    throw new AppError('not-found', (await wordedTexts(ctx, chatTexts)).errors.notFound)
  return found
}

export async function readLook(ctx: Ctx, assistant: Assistant, acceptLanguage: string | null): Promise<Look> {
  const own = forAssistant(ctx, assistant)
  const { language } = await readPanel(own, { acceptLanguage })
  const { open } = language?.texts ?? (await wordedTexts(own, widgetTexts))
  const { accent, corner, icon, offset, keepsQuery } = assistant.settings
  return { key: assistant.key, label: open, accent, corner, icon, offset, keepsQuery }
}

/** Returns the looks of the assistants that are allowed on an origin. */
export async function readLooks(ctx: Ctx, origin: string, acceptLanguage: string | null): Promise<Look[]> {
  const wild = origin.replace(/^https:\/\/[^./]+\./, 'https://*.')
  // The settings are JSON, in which such an origin stands as it is, in quotation marks.
  const names = (each: string) =>
    sql<boolean>`settings like ${`%"${each.replaceAll('_', '\\_')}"%`} escape '\\'`
  const rows = await ctx.db
    .selectFrom('assistant')
    .select('key')
    .where('id', '!=', SITE_ASSISTANT)
    .where((where) => where.or([names(origin), names(wild)]))
    .orderBy('created_at')
    .limit(MOST_LOOKS)
    .execute()
  const assistants = await Promise.all(rows.map(({ key }) => findAssistant(ctx, key, 'key')))
  const allowed = assistants.filter(({ settings }) => isAllowedOrigin(settings.origins, origin))
  return Promise.all(allowed.map((each) => readLook(ctx, each, acceptLanguage)))
}
