import { Link, redirect } from 'react-router'
import { z } from 'zod'

import { addPostVersion, publishPostVersions } from '#app/features/blog/languages/post-versions.server.ts'
import { translatePosts } from '#app/features/blog/languages/translate-post.job.server.ts'
import { addVersion, publishVersions } from '#app/features/content/languages/page-versions.server.ts'
import { publishShortTexts } from '#app/features/content/languages/short-texts.server.ts'
import { translateMissing } from '#app/features/content/languages/translate-page.job.server.ts'
import {
  findStarterLeft,
  publishStarter,
  translateStarter,
} from '#app/features/content/languages/translate-starter.job.server.ts'
import { estimateTranslation } from '#app/features/translation/translate-texts.server.ts'
import {
  glossaryText,
  readGlossary,
  translationSettings,
} from '#app/features/translation/translation-settings.server.ts'
import { SiteSections } from '#app/features/content/site-sections.tsx'
import { englishNameOf, productLanguages } from '#app/lib/languages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'

import type { Route } from './+types/languages.route.ts'
import { listAllTranslations } from './list-all-translations.server.ts'
import { addLanguage, moveLanguage, removeLanguage, switchLanguage } from './change-languages.server.ts'
import { LanguageSettings } from './language-settings.tsx'
import { StarterTexts } from './starter-texts.tsx'
import { TranslationTable } from './translation-table.tsx'

const PATH = '/admin/languages'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = Number(new URL(request.url).searchParams.get('page')) || 1
    const [table, left, { mainLanguage, languages }, manners] = await Promise.all([
      listAllTranslations(ctx, page),
      findStarterLeft(ctx),
      ctx.site(ctx),
      translationSettings.readAsOwner(ctx),
    ])
    const missing = table.listed.flatMap(({ characters, versions, isAutomatic }) =>
      versions.flatMap(({ state, old }) =>
        isAutomatic && (state === 'missing' || old > 0) ? [characters] : [],
      ),
    )
    return {
      ...table,
      perPage: table.listed.length,
      mainLanguage,
      others: languages.slice(1).map(({ tag, isHidden }) => ({
        tag,
        isHidden,
        address: manners[tag]?.address ?? 'formal',
        glossary: glossaryText(manners[tag]?.glossary),
      })),
      starter: left && {
        left: { pages: left.pages, waiting: left.waiting },
        cost: await estimateTranslation(ctx, left.characters),
      },
      cost: await estimateTranslation(
        ctx,
        missing.reduce((sum, length) => sum + length, 0),
      ),
    }
  })
}

const named = z.object({ language: textField })

export const action = formAction({
  add: form({
    schema: named,
    run: (ctx, { language }) => addLanguage(ctx, language),
    toast: {
      title: 'Added',
      text: 'Begin with Home in the table: visitors see the language once its home page is published.',
    },
  }),
  remove: form({
    schema: named,
    run: (ctx, { language }) => removeLanguage(ctx, language),
    toast: { title: 'Removed', text: 'Its pages and posts stay stored, and come back with it.' },
  }),
  switch: form({
    schema: named,
    run: (ctx, { language }) => switchLanguage(ctx, language),
    toast: { title: 'Saved' },
  }),
  move: form({ schema: named, run: (ctx, { language }) => moveLanguage(ctx, language) }),
  manner: form({
    schema: named.extend({ address: z.enum(['formal', 'informal']), glossary: z.string().max(20_000) }),
    async run(ctx, { language, address, glossary }) {
      const before = await translationSettings.read(ctx)
      await translationSettings.save(ctx, {
        ...before,
        [language]: { address, glossary: readGlossary(glossary) },
      })
    },
    toast: { title: 'Saved' },
  }),
  version: form({
    schema: named.extend({ id: textField }),
    async run(ctx, { id, language }) {
      const version = await addVersion(ctx, { id, language })
      return redirect(`/admin/pages/${version.id}`, 303)
    },
  }),
  'post-version': form({
    schema: named.extend({ id: textField }),
    async run(ctx, { id, language }) {
      const version = await addPostVersion(ctx, { id, language })
      return redirect(`/admin/blog/${version.id}`, 303)
    },
  }),
  translate: form({
    schema: named.extend({ page: textField }),
    async run(ctx, { language, page }) {
      const count = await translateMissing(ctx, { language, ...(page && { pages: [page] }) })
      return { count, posts: page === '' ? await translatePosts(ctx, { language }) : 0 }
    },
    toast: ({ count, posts }) => ({
      title: 'Translating',
      text: `${count} pages and ${posts} posts are translated as drafts. Reload the table to see them.`,
    }),
    rejected: 'Not translated',
  }),
  'translate-starter': form({
    schema: z.object({}),
    run: (ctx) => translateStarter(ctx),
    toast: (count) => ({
      title: 'Translating',
      text: `${count} pages are translated as drafts. Reload the page to see how many are left.`,
    }),
    rejected: 'Not translated',
  }),
  'publish-starter': form({
    schema: z.object({}),
    run: (ctx) => publishStarter(ctx),
    toast: (count) => ({ title: 'Published', text: `${count} pages are public now.` }),
    rejected: 'Not published',
  }),
  publish: form({
    schema: named.extend({ page: textField }),
    async run(ctx, { language, page }) {
      const texts = page === '' ? await publishShortTexts(ctx, language) : 0
      const count = await publishVersions(ctx, { language, ...(page && { pages: [page] }) })
      return { count, texts, posts: page === '' ? await publishPostVersions(ctx, language) : 0 }
    },
    toast: ({ count, texts, posts }) => ({
      title: 'Published',
      text: `${count} pages, ${posts} posts and ${texts} short texts are public now.`,
    }),
    rejected: 'Not published',
  }),
})

export function meta() {
  return [{ title: 'Languages · Admin' }]
}

export default function LanguagesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { mainLanguage, others, listed, cost, starter } = loaderData
  const errors = actionData?.errors ?? {}
  const known = new Set([mainLanguage, ...others.map(({ tag }) => tag)])
  const addable = [...productLanguages, 'pt-BR', 'zh-Hans', 'en-GB', 'fr-CA', 'es-MX', 'de-CH'].filter(
    (tag) => !known.has(tag),
  )
  return (
    <AdminPage title="Languages" width="list">
      <SiteSections />
      <p className="max-w-2xl text-secondary">
        Your pages are in {englishNameOf(mainLanguage)}; you can{' '}
        <Link to="/admin/settings" className="underline underline-offset-4">
          change that
        </Link>
        . Each other language has addresses of its own, such as /{others[0]?.tag.toLowerCase() ?? 'de'}.
      </p>
      {starter ? <StarterTexts language={mainLanguage} {...starter} /> : null}
      <LanguageSettings languages={others} addable={addable} error={errors['language']} />
      {others.length === 0 ? null : (
        <PagedRows
          list={loaderData}
          shown={listed.length}
          none={null}
          pathOf={(page) => (page === 1 ? PATH : `${PATH}?page=${page}`)}
        >
          <TranslationTable pages={listed} languages={others.map(({ tag }) => tag)} cost={cost} />
        </PagedRows>
      )}
    </AdminPage>
  )
}
