import { createHash } from 'node:crypto'

import type { Ctx, LegalText } from '#app/platform/context.server.ts'

import { findBlockType } from './blocks.ts'
import type { ContentPage, SiteContent } from './build-content.server.ts'
import { eachText } from './pages/check-document.ts'
import { readContent } from './site-content.server.ts'

const known = new WeakMap<SiteContent, ReadonlyMap<string, LegalText>>()

/** Returns the published legal pages with their facts filled in, as visitors see them. */
export async function readLegalTexts(ctx: Ctx): Promise<readonly LegalText[]> {
  const own = await legalTextsIn(ctx)
  if (ctx.language === null) return [...own.values()]
  // A text without a version in the visitor's language is agreed to in the main one, to which its link leads.
  const main = await legalTextsIn({ ...ctx, language: null })
  return [...main].map(([id, text]) => own.get(id) ?? text)
}

async function legalTextsIn(ctx: Ctx): Promise<ReadonlyMap<string, LegalText>> {
  const content = await readContent(ctx)
  const legal = [...content.pages.values()].filter(({ around }) => around.kind === 'legal')
  const texts = known.get(content) ?? new Map(legal.map((page) => [page.around.id, toLegalText(page)]))
  known.set(content, texts)
  return texts
}

function toLegalText({ around, title, blocks }: ContentPage): LegalText {
  const words: string[] = []
  for (const { type, props } of blocks) {
    const schema = findBlockType(type)?.schema
    if (schema)
      eachText(schema, props, [], (path, text) => {
        if (text !== '' && !notRead.has(String(path.at(-1)))) words.push(text)
      })
  }
  const { path } = around
  const body = words.join('\n\n')
  const id = createHash('sha256')
    .update(JSON.stringify([path, title, body]))
    .digest('hex')
    .slice(0, 16)
  return { id, path, title, body }
}

/** Fields whose values are not visible on the page. */
const notRead: ReadonlySet<string> = new Set(['anchor', 'ground', 'icon', 'href', 'src'])
