import { expect, test } from 'vitest'

import { readShortTexts, saveShortTexts } from '#app/features/content/languages/short-texts.server.ts'
import { translateTexts } from '#app/features/translation/translate-texts.server.ts'
import { addLanguage, removeLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { listAllTranslations } from '#app/features/site/languages/list-all-translations.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createTestPost, schedulePost } from '#tests/factories/post.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { deletePost, publishPost } from '../change-post-state.server.ts'
import { getPost } from '../get-post.server.ts'
import { makeFeed } from '../feeds/make-feed.server.ts'
import { eachPostText, listPostPages } from '../list-post-pages.server.ts'
import { findTag, listPublishedPosts } from '../list-published-posts.server.ts'
import { readPost } from '../pages/read-posts.server.ts'
import { languagesWithPosts, listPostVersions } from '../post-languages.server.ts'
import { findDraft } from '../save-draft.server.ts'
import { updatePost } from '../update-post.server.ts'

import { addPostVersion, markPostUpToDate, publishPostVersions } from './post-versions.server.ts'
import { readPostLanguages } from './read-post-languages.server.ts'
import { translatePosts } from './translate-post.job.server.ts'

async function withGerman(): Promise<TestCtx> {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  return ctx
}

async function change(ctx: TestCtx, id: string, fields: Record<string, string>, published = true) {
  const { version, form } = await getPost(ctx, id)
  await updatePost(ctx, { id, version, form: { ...form, ...fields }, published })
}

async function stateOf(ctx: TestCtx, id: string) {
  const { listed } = await listAllTranslations(ctx, 1)
  return listed.find((row) => row.kind === 'post' && row.id === id)?.versions[0]
}

test('a version begins as a copy that no reader sees, with an address of its own', async () => {
  const ctx = await withGerman()
  const { id, slug } = await createTestPost(ctx, { title: 'Night calls', tags: 'Calls' })
  expect(await stateOf(ctx, id)).toEqual({ language: 'de', id: null, state: 'missing', old: 0 })
  const version = await addPostVersion(ctx, { id, language: 'de' })
  expect(await addPostVersion(ctx, { id, language: 'de' })).toEqual(version)
  expect(await getPost(ctx, version.id)).toMatchObject({
    slug: `${slug}-de`,
    language: 'de',
    published: 0,
    form: { tags: 'Calls' },
  })
  expect(await stateOf(ctx, id)).toMatchObject({ state: 'copy', old: 0 })
  expect(await publishPostVersions(ctx, 'de')).toBe(0)
  await expect(addPostVersion(ctx, { id, language: 'fr' })).rejects.toThrow('does not have this language')
})

test('a published version is in the lists of its language only, and each version names the others', async () => {
  const ctx = await withGerman()
  const { id, slug } = await createTestPost(ctx, { title: 'Night calls' })
  await createTestPost(ctx, { title: 'Not translated' })
  const version = await addPostVersion(ctx, { id, language: 'de' })
  await change(ctx, version.id, { title: 'Anrufe', content: 'Nachts.', slug: 'anrufe' }, false)
  expect(await publishPostVersions(ctx, 'de')).toBe(1)
  const german = { ...ctx, language: 'de' }
  const listed = await listPublishedPosts(german, { page: 1 })
  expect(listed.posts.map((post) => post.slug)).toEqual(['anrufe'])
  const english = await listPublishedPosts(ctx, { page: 1 })
  expect(english.posts.map((post) => post.slug)).toEqual(['not-translated', slug])
  const versions = await listPostVersions(ctx)
  for (const each of [slug, 'anrufe'])
    expect(versions.get(each)).toEqual(
      new Map([
        ['en', slug],
        ['de', 'anrufe'],
      ]),
    )
})

test('while the site lacks their language no list and no address shows versions', async () => {
  const ctx = await withGerman()
  await addLanguage(ctx, 'fr')
  const { id, slug } = await createTestPost(ctx, { title: 'Night calls' })
  await createTestPost(ctx, { title: 'Alone', language: 'ja' })
  const version = await addPostVersion(ctx, { id, language: 'de' })
  await change(ctx, version.id, { title: 'Anrufe', content: 'Night calls, nachts.', slug: 'anrufe' })
  const french = await addPostVersion(ctx, { id, language: 'fr' })
  await change(ctx, french.id, { title: 'Appels', slug: 'appels' })
  for (const left of [['fr'], []]) {
    await removeLanguage(ctx, left.length === 0 ? 'fr' : 'de')
    const { posts, total } = await listPublishedPosts(ctx, { page: 1 })
    expect([total, ...posts.map((post) => post.slug)]).toEqual([2, 'alone', slug])
    expect(await listPublishedPosts(ctx, { page: 1, q: 'calls' })).toMatchObject({ total: 1 })
    expect((await listPostPages(ctx)).map(({ path }) => path)).toEqual(['/blog/alone', `/blog/${slug}`])
    expect((await makeFeed(ctx, { file: 'feed.json', tag: null }))?.text).not.toContain('anrufe')
    expect((await listPostVersions(ctx, [slug])).get(slug)?.get('en')).toBe(slug)
    expect(await languagesWithPosts(ctx)).toEqual(new Set(['en', ...left]))
    expect(await readPost(ctx, 'anrufe')).toBeNull()
    const texts: string[] = []
    for await (const { path } of eachPostText(ctx)) texts.push(path)
    expect(texts).not.toContain('/blog/anrufe')
  }
  await addLanguage(ctx, 'de')
  expect((await listPublishedPosts({ ...ctx, language: 'de' }, { page: 1 })).posts).toHaveLength(1)
  expect((await readPostLanguages(ctx, id))?.versions.find(({ tag }) => tag === 'en')?.id).toBe(id)
})

test('versions of drafts and of scheduled posts are not published with the others', async () => {
  const ctx = await withGerman()
  const draft = await createTestPost(ctx, {}, false)
  const scheduled = await createTestPost(ctx, {}, false)
  await schedulePost(ctx, { id: scheduled.id, at: ctx.clock.now() + DAY })
  for (const { id } of [draft, scheduled])
    await change(ctx, (await addPostVersion(ctx, { id, language: 'de' })).id, { title: 'Anrufe' }, false)
  expect(await publishPostVersions(ctx, 'de')).toBe(0)
  await publishPost(ctx, scheduled.id)
  expect(await publishPostVersions(ctx, 'de')).toBe(1)
})

test('only the texts that have changed since are out of date, until they are translated or checked', async () => {
  const ctx = await withGerman()
  const { id } = await createTestPost(ctx, { title: 'Night calls', content: 'One.\n\nTwo words.' })
  const version = await addPostVersion(ctx, { id, language: 'de' })
  await change(ctx, version.id, { title: 'Anrufe', content: 'Eins.\n\nZwei Worte.' })
  expect(await stateOf(ctx, id)).toMatchObject({ state: 'published', old: 0 })
  await change(ctx, id, { content: 'One.\n\nThree words.' })
  expect(await stateOf(ctx, id)).toMatchObject({ state: 'published', old: 1 })
  const open = (await readPostLanguages(ctx, version.id))?.texts.filter(({ isOld }) => isOld)
  expect(open).toMatchObject([
    { place: 'content.1', before: 'Two words.', source: 'Three words.', translation: 'Zwei Worte.' },
  ])
  await change(ctx, version.id, { content: 'Eins.\n\nDrei Worte.' })
  expect(await stateOf(ctx, id)).toMatchObject({ old: 0 })
  await change(ctx, id, { title: 'Calls at night' })
  expect(await stateOf(ctx, id)).toMatchObject({ old: 1 })
  await markPostUpToDate(ctx, version.id)
  expect(await stateOf(ctx, id)).toMatchObject({ old: 0 })
})

test('the provider translates published posts as drafts, and later only what has changed', async () => {
  const { ctx: plain, fake } = await createChatCtx()
  const ctx = asOwner(plain)
  await addLanguage(ctx, 'de')
  const content = 'Call {us} soon.\n\n```\ncode stays\n```\n\nSee [more](/more).'
  const { id } = await createTestPost(ctx, { title: 'Night calls', content, excerpt: 'Who answers?' })
  await createTestPost(ctx, { title: 'A draft' }, false)
  fake.behave({
    kind: 'reply',
    text: JSON.stringify([
      'Anrufe bei Nacht',
      'Wer antwortet? '.repeat(50),
      'Rufen Sie {us} an.',
      'Siehe [mehr](/more).',
    ]),
  })
  expect(await translatePosts(ctx, { language: 'de' })).toBe(1)
  startTestWorker(ctx, jobs)
  const made = await eventually(async () => {
    const state = await stateOf(ctx, id)
    expect(state?.state).toBe('draft')
    return getPost(ctx, String(state?.id))
  })
  expect(made).toMatchObject({ slug: 'anrufe-bei-nacht', published: 0 })
  // The translated excerpt is too long, so the English one stays, and the list calls it out of date.
  expect(made.form.excerpt).toBe('Who answers?')
  expect(made.form.content).toBe('Rufen Sie {us} an.\n\n```\ncode stays\n```\n\nSiehe [mehr](/more).')
  expect(JSON.stringify(fake.requests.at(-1)?.body)).not.toContain('code stays')
  expect(await publishPostVersions(ctx, 'de')).toBe(1)

  await change(ctx, id, { content: content.replace('soon', 'now') })
  fake.behave({ kind: 'reply', text: JSON.stringify(['Wer antwortet?', 'Rufen Sie {us} jetzt an.']) })
  expect(await translatePosts(ctx, { language: 'de' })).toBe(1)
  const draft = await eventually(async () => {
    const found = await findDraft(ctx, made.id)
    expect(found).not.toBeNull()
    return found
  })
  expect(draft?.form.content).toBe(made.form.content.replace('Rufen Sie {us} an', 'Rufen Sie {us} jetzt an'))
  expect(JSON.stringify(fake.requests.at(-1)?.body)).not.toContain('/more')
  // Readers keep what they see until somebody publishes the draft.
  expect((await getPost(ctx, made.id)).form.content).toBe(made.form.content)
  expect(await stateOf(ctx, id)).toMatchObject({ state: 'changed', old: 0 })
  expect(await publishPostVersions(ctx, 'de')).toBe(1)
  expect((await getPost(ctx, made.id)).form.content).toContain('jetzt')
  expect(await stateOf(ctx, id)).toMatchObject({ state: 'published', old: 0 })
})

test('a scheduled version keeps its time and its words, and its translation is an unsaved draft', async () => {
  const { ctx: plain, fake } = await createChatCtx()
  const ctx = asOwner(plain)
  await addLanguage(ctx, 'de')
  const { id } = await createTestPost(ctx, { title: 'Night calls', content: 'Who answers?' })
  const version = await addPostVersion(ctx, { id, language: 'de' })
  const at = ctx.clock.now() + DAY
  await schedulePost(ctx, { id: version.id, at })
  fake.behave({ kind: 'reply', text: JSON.stringify(['Anrufe', 'Wer antwortet?']) })
  expect(await translatePosts(ctx, { language: 'de' })).toBe(1)
  startTestWorker(ctx, jobs)
  const done = await eventually(async () => {
    const rows = await ctx.db.selectFrom('job').select('state').where('name', '=', 'translate-post').execute()
    expect(rows).toEqual([{ state: 'done' }])
    return getPost(ctx, version.id)
  })
  expect(done).toMatchObject({ publish_at: at, form: { content: 'Who answers?' } })
  expect((await findDraft(ctx, version.id))?.form.content).toBe('Wer antwortet?')
})

test('a deleted post leaves its translations, the oldest as the source of the others', async () => {
  const ctx = await withGerman()
  await addLanguage(ctx, 'fr')
  const { id } = await createTestPost(ctx)
  const german = await addPostVersion(ctx, { id, language: 'de' })
  const french = await addPostVersion(ctx, { id, language: 'fr' })
  await publishPost(ctx, german.id)
  await publishPost(ctx, french.id)
  await deletePost(ctx, id)
  const rows = await ctx.db.selectFrom('blog_post').select(['id', 'source_id']).execute()
  expect(rows.filter((row) => row.source_id !== null)).toHaveLength(1)
  expect([...(await listPostVersions(ctx)).values()].map((versions) => versions.size)).toEqual([2, 2])
})

test('tags are named in the language of the page, at the same address', async () => {
  const ctx = await withGerman()
  const { id } = await createTestPost(ctx, { title: 'Night calls', tags: 'Calls' })
  await createTestPost(ctx, { tags: 'Other' })
  const german = { ...ctx, language: 'de' }
  const version = await addPostVersion(ctx, { id, language: 'de' })
  const tag = (await readShortTexts(ctx, 'de')).find(({ text }) => text === 'Calls')
  expect(tag?.group).toBe('tags')
  await saveShortTexts(ctx, { language: 'de', typed: { [String(tag?.key)]: 'Anrufe' } })
  await publishPost(ctx, version.id)
  const named = { name: 'Anrufe', path: '/blog/tag/calls' }
  expect(await findTag(german, 'calls')).toEqual(named)
  expect(await findTag(german, 'other')).toBeNull()
  expect((await readPost(german, 'night-calls-de'))?.post.tags).toEqual([named])
  expect((await makeFeed(german, { file: 'feed.json', tag: 'calls' }))?.text).toContain('Anrufe')
  expect((await findTag(ctx, 'calls'))?.name).toBe('Calls')
})

test('paragraphs of lists keep their indentation, and none is translated as nothing', async () => {
  const { ctx: plain, fake } = await createChatCtx()
  const ctx = asOwner(plain)
  const texts = new Map(Object.entries({ a: '   - sub\n   - other', b: '  More.', c: '  Gone.' }))
  const reply = { kind: 'reply', text: JSON.stringify(['- unter\n   - anderes', 'Mehr.', ' ']) } as const
  fake.behave(reply, { kind: 'reply', text: '[""]' })
  const manner = { from: 'en', to: 'de', address: 'formal', glossary: [] } as const
  const done = await translateTexts(ctx, texts, manner, new AbortController().signal)
  expect(Object.fromEntries(done.texts)).toEqual({ a: '   - unter\n   - anderes', b: '  Mehr.' })
  expect(done.left).toEqual(['c'])
})

test('a translation has room for its tokens, and what was cut is asked for in smaller pieces', async () => {
  const { ctx: plain, fake } = await createChatCtx()
  const ctx = asOwner(plain)
  const texts = new Map(['a', 'b', 'c'].map((key) => [key, key.repeat(1400)]))
  fake.behave(
    { kind: 'cut', text: '["A' },
    ...['A', 'B', 'C'].map((text) => ({ kind: 'reply', text: JSON.stringify([text]) }) as const),
  )
  const manner = { from: 'en', to: 'de', address: 'formal', glossary: [] } as const
  const done = await translateTexts(ctx, texts, manner, new AbortController().signal)
  expect([...done.texts.values()]).toEqual(['A', 'B', 'C'])
  expect(fake.requests).toHaveLength(4)
  expect(JSON.stringify(fake.requests[0]?.body)).toMatch(/"max_(completion_)?(output_)?tokens":4000/)
})
