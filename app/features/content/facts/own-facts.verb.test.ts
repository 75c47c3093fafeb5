import { expect, test } from 'vitest'

import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readContent } from '../site-content.server.ts'

import { ownFacts } from './own-facts.server.ts'

test('without the owner nothing is saved', async () => {
  const facts = [{ name: 'replyWithin', title: 'Reply', value: '2 hours' }]
  await expect(ownFacts.save(await createTestCtx(), facts)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a fact that is changed is changed on every page, and one that is empty takes its sentences along', async () => {
  const ctx = asOwner(await createTestCtx())
  await ownFacts.save(ctx, [
    { name: 'replyWithin', title: 'We reply within', value: '2 days' },
    { name: 'languages', title: 'Languages', value: ' ' },
  ])
  await eventually(async () => {
    const { pages } = await readContent(ctx)
    const words = JSON.stringify([...pages.values()])
    expect(words).toContain('A person replies within 2 days.')
    expect(words).not.toMatch(/1 hour|140\+|\{languages\}| {2}|, ,|\(\)/)
    const claims = pages.get('/')?.blocks.find(({ type }) => type === 'claims')?.props['claims']
    expect(claims).toHaveLength(3)
  })
})

test('the owner may add a fact, under a name that nothing else has', async () => {
  const ctx = asOwner(await createTestCtx())
  await ownFacts.save(ctx, [{ name: 'founded', title: 'Founded in', value: '1999' }])
  await eventually(async () => expect((await readContent(ctx)).facts).toMatchObject({ founded: '1999' }))
  for (const name of ['siteName', 'timeline', 'eventDays', 'Two Words', '', 'x'.repeat(41)])
    await expect(ownFacts.save(ctx, [{ name, title: 'x', value: 'x' }])).rejects.toMatchObject({
      code: 'invalid',
    })
})
