import { expect, test } from 'vitest'

import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { publishPage } from '../pages/publish-page.server.ts'
import { reorderPage } from '../pages/reorder-page.server.ts'
import { readContent } from '../site-content.server.ts'

import { beginService, listServices } from './services.server.ts'

test('services stand in the order of the menu, and move among themselves', async () => {
  const ctx = asOwner(await createTestCtx())
  const listed = await listServices(ctx)
  expect(listed.map(({ name }) => name)).toEqual((await readContent(ctx)).services.map(({ name }) => name))
  expect(listed[0]).toMatchObject({ id: 'website-development', timeline: '2–8 weeks', state: 'published' })
  await reorderPage(ctx, { id: 'ai-video-production', to: 'up', kind: 'service' })
  await eventually(async () => expect((await readContent(ctx)).services[0]?.id).toBe('ai-video-production'))
  expect((await listServices(ctx))[0]?.id).toBe('ai-video-production')
})

test('a new service is a draft, and once published it stands in every list', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await beginService(ctx, ' Sourdough Courses ')
  expect((await readContent(ctx)).services.map((service) => service.id)).not.toContain(id)
  expect(await listServices(ctx)).toContainEqual(
    expect.objectContaining({ id, name: 'Sourdough Courses', state: 'draft' }),
  )
  await publishPage(ctx, id)
  await eventually(async () => {
    const { services, menus, pages } = await readContent(ctx)
    expect(services.at(-1)).toMatchObject({ id, path: '/services/sourdough-courses' })
    expect(menus.columns[0]?.links.at(-1)?.text).toBe('Sourdough Courses')
    expect(pages.get('/services/sourdough-courses')?.blocks.map(({ type }) => type)).toEqual([
      'service-hero',
      'contact',
    ])
  })
})

test('without a name, or at an address that is taken, none is made', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(beginService(ctx, ' ')).rejects.toMatchObject({ fields: { name: 'Please enter a name.' } })
  await expect(beginService(ctx, 'AI chatbots')).rejects.toMatchObject({
    fields: { path: expect.stringContaining('has this address') },
  })
  await expect(listServices(await createTestCtx())).rejects.toMatchObject({ code: 'unauthenticated' })
})
