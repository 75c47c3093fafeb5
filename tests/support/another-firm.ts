import { z } from 'zod'

import { WELCOME_MESSAGE } from '#app/features/chat/settings/chat-appearance.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { findBlockType } from '#app/features/content/blocks.ts'
import { readFacts, saveFacts } from '#app/features/content/facts/save-facts.server.ts'
import { fieldMetaOf } from '#app/features/content/fields.ts'
import { unwrapped } from '#app/features/content/leave-out-empty.ts'
import { starterMenus } from '#app/features/content/menus/menus-schema.ts'
import { menusSetting } from '#app/features/content/menus/menus.server.ts'
import { type PageDocument, pageDocumentSchema } from '#app/features/content/page-document.ts'
import { publishPage } from '#app/features/content/pages/publish-page.server.ts'
import { getPage, listPages } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import { brandSetting } from '#app/features/site/brand/brand.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { catalogue } from '#app/features/site/wording/catalogue.ts'
import { changeText } from '#app/features/site/wording/change-wording.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'

type Replace = (text: string, places: readonly string[]) => string

const texts: ReadonlySet<string> = new Set(['line', 'paragraph', 'rich'])

/** Replaces every text of a value by its schema; links, choices and icons stay. */
function mapFields(schema: z.ZodType, value: unknown, replace: Replace): unknown {
  const inner = unwrapped(schema)
  if (Array.isArray(value) && inner instanceof z.ZodArray)
    return value.map((item) => mapFields(inner.element as z.ZodType, item, replace))
  if (typeof value === 'object' && value !== null && inner instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const field: unknown = inner.shape[name]
        return [name, field instanceof z.ZodType ? mapFields(field, each, replace) : each]
      }),
    )
  const meta = fieldMetaOf(schema)
  if (typeof value !== 'string' || value === '' || !meta || !texts.has(meta.control)) return value
  const replaced = replace(value, meta.places ?? [])
  // Ids of plans and currencies are texts of a fixed form, which a replacement would break.
  return schema.safeParse(replaced).success ? replaced : value
}

function mapDocument({ blocks, ...words }: PageDocument, replace: Replace) {
  const shown = mapFields(pageDocumentSchema, words, replace) as PageDocument
  return {
    ...shown,
    ...(shown.service && { service: { ...shown.service, currency: 'EUR' } }),
    blocks: blocks.map((block) => {
      const { schema } = assertDefined(findBlockType(block.type), 'the starter has known blocks')
      return { ...block, props: mapFields(schema, block.props, replace) }
    }),
  }
}

/** Returns every text that a fresh installation shows. */
export function starterTexts(): string[] {
  const found: string[] = []
  const collect: Replace = (text) => {
    found.push(text)
    return text
  }
  for (const { document } of starterPages) mapDocument(document, collect)
  return [
    ...found,
    ...catalogue.map(({ text }) => text),
    starterMenus.blurb,
    starterMenus.legalLine,
    WELCOME_MESSAGE,
  ]
}

/** Makes a text that contains the given names in braces. */
export type OtherWords = (places: readonly string[]) => string

let made = 0

/** Words that occur nowhere else. */
export const unseenWords: OtherWords = (places) => {
  made += 1
  return [`Qwert${made}`, ...places.map((place) => `{${place}}`), `zuiop${made}.`].join(' ')
}

/** Turns the site into another firm's through the owner's verbs. @param ctx the owner's */
export async function becomeAnotherFirm(ctx: Ctx, otherWords: OtherWords): Promise<void> {
  await siteSettings.save(ctx, {
    ...siteSettingsFields({ siteName: 'Ferrum', contactEmail: 'desk@ferrum.test' }),
    socialLinkedin: '',
    socialX: '',
    socialInstagram: '',
  })
  const { accent: _accent, second: _second, ...look } = await brandSetting.read(ctx)
  await brandSetting.save(ctx, { ...look, accent: '#b0451f', second: '#1f6fb0', ground: 'light' })
  const facts = await readFacts(ctx)
  await saveFacts(ctx, Object.fromEntries(facts.map(({ name }) => [`fact.${name}`, `Fact-${name}`])))
  for (const { id } of await listPages(ctx)) {
    const { version, draft } = await getPage(ctx, id)
    const document = mapDocument(draft, (text, places) =>
      text.length < 25 ? otherWords([]) : otherWords(places.filter((place) => text.includes(`{${place}}`))),
    )
    await savePageDraft(ctx, { id, version, document })
    await publishPage(ctx, id)
  }
  for (const { key, places, required } of catalogue)
    await changeText(ctx, { place: key, text: otherWords(key.endsWith('.other') ? places : required) })
  await menusSetting.save(ctx, {
    ...starterMenus,
    header: starterMenus.header.map((item) => ({ ...item, text: otherWords([]) })),
    button: { ...starterMenus.button, text: otherWords([]) },
    columns: starterMenus.columns.map(({ items }) => ({
      title: otherWords([]),
      items: items.map((item) => ({ ...item, text: otherWords([]) })),
    })),
    blurb: otherWords([]),
    legalLine: otherWords(['years']),
    since: 2026,
    showsAdmin: false,
  })
  const { welcomeMessage: _welcome, ...chatbot } = await chatbotSettings.read(ctx)
  await chatbotSettings.save(ctx, { ...chatbot, botName: 'Ferri', welcomeMessage: otherWords([]) })
}
