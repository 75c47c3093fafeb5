import { expect, test } from 'vitest'

import { createPage } from '#app/features/content/pages/create-page.server.ts'
import { movePage } from '#app/features/content/pages/move-page.server.ts'
import { publishPage, unpublishPage } from '#app/features/content/pages/publish-page.server.ts'
import { knownContent, readContent } from '#app/features/content/site-content.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { findSharedPages } from '#app/platform/http/shared-pages.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { findAskedFor } from '../contact/asked-for.ts'

import { withContentPages } from './content-pages.server.ts'
import { findPage } from './find-page.server.ts'

const at = (path: string) => new URL(path, 'https://agency.example')

test('there is nothing at the address of a draft, and of a page that was taken back', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await createPage(ctx, { kind: 'page', path: '/team', document: { name: 'Team' } })
  expect(await findPage(ctx, at('/team'))).toBeNull()
  await publishPage(ctx, id)
  await eventually(async () => expect(await findPage(ctx, at('/team'))).toMatchObject({ title: 'Team' }))
  await unpublishPage(ctx, id)
  await eventually(async () => expect(await findPage(ctx, at('/team'))).toBeNull())
})

test('a former address leads on with its query, for good', async () => {
  const ctx = asOwner(await createTestCtx())
  await movePage(ctx, { id: 'about', path: '/company' })
  await eventually(async () => {
    const led: unknown = await findPage(ctx, at('/about?utm_source=x')).catch((thrown: unknown) => thrown)
    assertDefined(led instanceof Response ? led : null, 'It leads on.')
    expect(led).toMatchObject({ status: 301 })
    expect((led as Response).headers.get('location')).toBe('/company?utm_source=x')
  })
})

test('a service that has no page of its own has no address either', async () => {
  expect(await findPage(await createTestCtx(), at('/services/seo-optimisation'))).toBeNull()
})

test('the cache, redirects and metrics know the pages there are', async () => {
  const ctx = asOwner(await createTestCtx())
  const pages = withContentPages(findSharedPages({}), {
    content: () => knownContent(ctx),
    languages: () => [{ tag: 'en', isHidden: false }],
  })
  expect(pages.hasPage('/about')).toBe(false)
  await readContent(ctx)
  expect([pages.hasPage('/about'), pages.routeOf('/about')]).toEqual([true, '/about'])
  expect([pages.hasPage('/nowhere'), pages.routeOf('/nowhere')]).toEqual([false, '*'])
  const { service, plan } = pages.queryKeys('/contact')
  expect([service?.('ai-chatbots'), service?.('anything'), plan?.('starter'), plan?.('x')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('the contact form is filled in with what is sold, and with nothing else', async () => {
  const { services } = await readContent(await createTestCtx())
  const asked = (query: string) => findAskedFor(new URLSearchParams(query), services)
  expect(asked('service=website-development&plan=starter')).toEqual({
    service: 'Website Development',
    serviceId: 'website-development',
    plan: 'Starter',
  })
  expect(asked('service=ai-chatbots&plan=starter')).toEqual({
    service: 'AI Chatbots',
    serviceId: 'ai-chatbots',
  })
  expect(asked('service=seo-optimisation')).toEqual({
    service: 'SEO Optimisation',
    serviceId: 'seo-optimisation',
  })
  expect(asked('service=constructor')).toEqual({})
})
