import { z } from 'zod'

import { readLanguage } from '#app/lib/languages.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { registerExported } from '#app/platform/settings/exported-settings.server.ts'
import {
  MAIN_LANGUAGE_KEY,
  mainLanguageSchema,
  readMainLanguage,
} from '#app/platform/settings/main-language.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

/** The site's languages beside the main one, in their order. */
export const siteLanguages = defineSetting({
  key: 'languages',
  schema: z
    .array(
      z.object({
        tag: z.string().refine((tag) => readLanguage(tag) === tag, 'Please choose a language.'),
        isHidden: z.boolean(),
      }),
    )
    .max(40, 'A site has at most 40 languages.'),
  defaults: [],
  audit: 'settings.languages',
  path: '/admin/languages',
  area: 'content',
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
  exported: { file: 'languages' },
})

/** The main language belongs to the content, too: its pages are the sources of all versions. */
registerExported(
  { file: 'language' },
  {
    key: MAIN_LANGUAGE_KEY,
    area: 'content',
    schema: mainLanguageSchema,
    read: readMainLanguage,
    accept: async (_ctx, value) => value,
    async store(ctx, value) {
      await storeSetting(ctx, MAIN_LANGUAGE_KEY, value)
      await ctx.signals.publish(ctx, PAGES_TOPIC)
    },
  },
)
