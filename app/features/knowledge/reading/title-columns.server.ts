import { foldForSearch } from '#app/lib/readable-text.ts'

import { loadLanguage } from '../search/languages.server.ts'
import { termsOf } from '../search/terms.ts'

export async function titleColumns(
  title: string,
  language: string,
): Promise<{ title: string; title_terms: string; search: string }> {
  return {
    title,
    title_terms: termsOf(title, await loadLanguage(language)),
    search: foldForSearch(title),
  }
}
