import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import type { Manner } from '#app/features/translation/translate-texts.server.ts'

/** How texts are translated, by language. */
export const translationSettings = defineSetting({
  key: 'translation',
  schema: z.record(
    z.string().max(20),
    z.object({
      address: z.enum(['formal', 'informal']).default('formal'),
      glossary: z
        .array(z.object({ word: z.string().min(1).max(80), as: z.string().max(80) }))
        .max(200, 'Please use at most 200 words.'),
    }),
  ),
  defaults: {},
  audit: 'settings.languages',
  path: '/admin/languages',
  area: 'content',
  exported: { file: 'translation' },
})

/** Reads a glossary of one entry a line: a word that stays as it is, or `word = translation`. */
export function readGlossary(typed: string): { word: string; as: string }[] {
  return typed.split('\n').flatMap((line) => {
    const [word = '', as = ''] = line.split('=').map((part) => part.trim())
    return word === '' ? [] : [{ word, as }]
  })
}

export function glossaryText(glossary: readonly { word: string; as: string }[] = []): string {
  return glossary.map(({ word, as }) => (as === '' ? word : `${word} = ${as}`)).join('\n')
}

/** Returns how texts are translated into a language, with the defaults for one that was not set. */
export async function mannerOf(ctx: Ctx, language: string): Promise<Manner> {
  const [{ mainLanguage }, manners] = await Promise.all([ctx.site(ctx), translationSettings.read(ctx)])
  const { address = 'formal', glossary = [] } = manners[language] ?? {}
  return { from: mainLanguage, to: language, address, glossary }
}
