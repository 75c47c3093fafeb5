import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addVersion, storeVersion } from '#app/features/content/languages/page-versions.server.ts'
import { createPage } from '#app/features/content/pages/create-page.server.ts'
import { faultOfPath } from '#app/features/content/pages/page-path.ts'
import { movePage } from '#app/features/content/pages/move-page.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { slugOf } from '#app/features/editing/slugs.ts'
import { readLanguage, rootOfLanguage } from '#app/lib/languages.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { addLanguage } from './change-languages.server.ts'
import { splitAddress } from '#app/lib/languages.ts'

import { isShared } from './local-addresses.ts'

const hostile = [
  'x-private',
  'admin',
  'api',
  'mcp',
  'blog',
  'de'.repeat(2500),
  'de\0',
  '..',
  '%2f',
  'de/../x',
  '',
  ' de',
  'i-klingon',
  'de-x-y',
  'constructor',
  '__proto__',
  'zz',
  'DE_de',
]
const odd = ['de', 'DE', 'zh-hans-cn', 'pt-br', 'PT-BR', 'en-GB']
const anything = fc.oneof(
  fc.constantFrom(...hostile, ...odd),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[a-zA-Z]{1,4}(-[a-zA-Z0-9]{1,9}){0,3}$/),
)

test('a tag is refused, or has one spelling and an address of its own that reaches nothing else', () => {
  for (const tag of hostile) expect(readLanguage(tag), tag).toBeNull()
  expect(odd.map(readLanguage)).toEqual(['de', 'de', 'zh-Hans-CN', 'pt-BR', 'pt-BR', 'en-GB'])
  fc.assert(
    fc.property(anything, (typed) => {
      const tag = readLanguage(typed)
      if (tag === null) return
      expect(readLanguage(tag)).toBe(tag)
      const root = rootOfLanguage(tag)
      expect(root).toMatch(/^\/[a-z]{2,3}(-[a-z\d]{2,8}){0,2}$/)
      expect([isShared(root), isShared(`${root}/about`), faultOfPath(root)]).toEqual([false, false, null])
    }),
  )
})

test('an address belongs to a language only below its whole root, whatever follows', () => {
  const languages = ['en', 'de', 'pt-BR', 'pt'].map((tag) => ({ tag, isHidden: false }))
  fc.assert(
    fc.property(
      fc.constantFrom('/de', '/pt-br', '/pt', '/d', '/dee', '/DE', '/%64e', '/..'),
      fc.string(),
      (root, rest) => {
        const path = `${root}${rest}`
        const found = splitAddress(path, languages)
        const own = languages
          .slice(1)
          .find(({ tag }) => path === rootOfLanguage(tag) || path.startsWith(`${rootOfLanguage(tag)}/`))
        expect(found?.language).toBe(own?.tag)
        if (found) expect(found.path.startsWith('/')).toBe(true)
      },
    ),
  )
})

test('a name in any script gives a version an address that pages may have', async () => {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'ar')
  for (const [at, name] of [
    'من نحن',
    '🚀🚀',
    '../../admin',
    '%2f',
    '关于我们',
    'a'.repeat(60),
    ' ',
    '<b>',
  ].entries()) {
    expect(faultOfPath(`/${slugOf(name, 'page')}`)?.startsWith('Please use lowercase') ?? false, name).toBe(
      false,
    )
    const document = { ...(await getPage(ctx, 'about')).draft, name }
    const id = [
      'about',
      'terms',
      'privacy',
      'services',
      'home',
      'contact',
      'ai-chatbots',
      'seo-optimisation',
    ][at] as string
    const version = await withTransaction(ctx, (ctx) => storeVersion(ctx, { id, language: 'ar', document }))
    expect((await getPage(ctx, version.id)).path, name).toMatch(/^\/ar(\/[a-z0-9]+(-[a-z0-9]+)*){0,4}$/)
  }
})

test('a page’s address and a language’s never meet, whichever is first', async () => {
  const ctx = asOwner(await createTestCtx())
  const document = { ...(await getPage(ctx, 'about')).draft, name: 'De' }
  await createPage(ctx, { kind: 'page', path: '/fr', document })
  await expect(addLanguage(ctx, 'fr')).rejects.toThrow(/begins with \/fr/)
  await addLanguage(ctx, 'de')
  for (const path of ['/de', '/de/x', '/en', '/en/x'])
    await expect(createPage(ctx, { kind: 'page', path, document })).rejects.toThrow(/reserved for a language/)
  await expect(movePage(ctx, { id: 'about', path: '/de/about' })).rejects.toThrow(/reserved for a language/)
  const { id } = await addVersion(ctx, { id: 'about', language: 'de' })
  for (const path of ['/ueber', '/dee/x', '/fr/x', '/de/../x', '/de/%2f', '/de/\0', '/de/übér'])
    await expect(movePage(ctx, { id, path })).rejects.toThrow(/begin with \/de|lowercase/)
  await movePage(ctx, { id, path: '/de/ueber' })
})

test('hostile names in braces are kept as text and never filled', async () => {
  const ctx = asOwner(await createTestCtx())
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constantFrom('{constructor}', '{__proto__}', '{}', '{{a}}', '{ a }', '{a', '{\0}', '{service.x}'),
        fc.string(),
      ),
      async (text) => {
        const { draft, version } = await getPage(ctx, 'about')
        await savePageDraft(ctx, { id: 'about', version, document: { ...draft, description: text } }).catch(
          (error: { fields?: unknown }) => {
            if (!error.fields) throw error
          },
        )
      },
    ),
    { numRuns: 40 },
  )
})
