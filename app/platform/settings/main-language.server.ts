import { z } from 'zod'

import { readLanguage } from '#app/lib/languages.ts'

import { readerOf } from './define-setting.server.ts'

export const MAIN_LANGUAGE_KEY = 'language'

export const mainLanguageSchema = z.object({
  tag: z.string().refine((tag) => readLanguage(tag) === tag, 'Please choose a language.'),
})

/** Returns the BCP 47 tag of the site's main language, whose addresses have no prefix. `changeMainLanguage` sets it. */
export const readMainLanguage = readerOf({
  key: MAIN_LANGUAGE_KEY,
  schema: mainLanguageSchema,
  defaults: { tag: 'en' },
})
