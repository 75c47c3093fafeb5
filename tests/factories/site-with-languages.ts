import { createPost } from '#app/features/blog/create-post.server.ts'
import { getPost } from '#app/features/blog/get-post.server.ts'
import { addPostVersion } from '#app/features/blog/languages/post-versions.server.ts'
import { emptyPostForm } from '#app/features/blog/post-form.ts'
import { updatePost } from '#app/features/blog/update-post.server.ts'
import { withTexts } from '#app/features/content/languages/document-places.ts'
import {
  addVersion,
  publishVersions,
  readComparison,
} from '#app/features/content/languages/page-versions.server.ts'
import { readShortTexts, saveShortTexts } from '#app/features/content/languages/short-texts.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { listAllTranslations } from '#app/features/site/languages/list-all-translations.server.ts'
import { translationSettings } from '#app/features/translation/translation-settings.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Adds German, with a version of a page and of a post, a short text and a glossary. */
export async function translateSite(ctx: Ctx): Promise<void> {
  await addLanguage(ctx, 'de')
  const about = await addVersion(ctx, { id: 'about', language: 'de' })
  const { version, draft } = await getPage(ctx, about.id)
  const document = withTexts(draft, (place, text) => (place === 'description' ? 'Wer wir sind.' : text))
  await savePageDraft(ctx, { id: about.id, version, document })
  await publishVersions(ctx, { language: 'de' })
  const [first] = await readShortTexts(ctx, 'de')
  await saveShortTexts(ctx, {
    language: 'de',
    typed: { [assertDefined(first, 'menus have texts').key]: 'Über uns' },
  })
  await translationSettings.save(ctx, {
    de: { address: 'informal', glossary: [{ word: 'agent', as: 'Agentin' }] },
  })
  const form = { ...emptyPostForm, title: 'Night calls', content: 'Who answers at night?' }
  const post = await createPost(ctx, { form, published: true })
  const german = await addPostVersion(ctx, { id: post.id, language: 'de' })
  const copy = await getPost(ctx, german.id)
  const translated = { ...copy.form, title: 'Anrufe bei Nacht', content: 'Wer hebt nachts ab?' }
  await updatePost(ctx, { id: german.id, version: copy.version, form: translated, published: true })
}

/** What members and visitors see of the languages. */
export async function readLanguages(ctx: Ctx) {
  const { listed } = await listAllTranslations(ctx, 1)
  const about = listed.find(({ id }) => id === 'about')?.versions[0]?.id
  return {
    table: listed,
    comparison: await readComparison(ctx, assertDefined(about, 'the page has a version')),
    pages: [...(await readContent({ ...ctx, language: 'de' })).pages.values()],
    texts: await readShortTexts(ctx, 'de'),
    manners: await translationSettings.read(ctx),
  }
}
