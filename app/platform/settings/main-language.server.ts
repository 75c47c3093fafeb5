import { z } from 'zod'

import { readLanguage } from '#app/lib/languages.ts'

import { defineSetting } from './define-setting.server.ts'

/** BCP 47 tag of the site's main language, whose addresses have no prefix. `changeMainLanguage` records its changes. */
export const mainLanguage = defineSetting({
  key: 'language',
  schema: z.object({
    tag: z.string().refine((tag) => readLanguage(tag) === tag, 'Please choose a language.'),
  }),
  defaults: { tag: 'en' },
  audit: null,
})
