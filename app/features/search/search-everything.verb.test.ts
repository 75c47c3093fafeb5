import { expect, test } from 'vitest'

import { addText } from '#app/features/knowledge/items/add-item.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { searchEverything } from './search-everything.server.ts'

async function filledCtx() {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { name: 'Zacharias Quell', email: 'zq@quell.example' })
  await createConversation(ctx, [{ text: 'Do you work for Quell?' }])
  await createTestPost(ctx, { title: 'Quell goes live' })
  await addText(ctx, { title: 'About Quell', text: 'Quell is a customer.' })
  return ctx
}

const namesOf = async (...args: Parameters<typeof searchEverything>) =>
  (await searchEverything(...args)).map(({ name }) => name)

test('every kind is searched, and each hit leads to its page', async () => {
  const ctx = await filledCtx()
  expect(await namesOf(ctx, ' quell ')).toEqual(['Leads', 'People', 'Conversations', 'Posts', 'Knowledge'])
  for (const { hits } of await searchEverything(ctx, 'quell'))
    expect(hits).toMatchObject([{ path: expect.stringMatching(/^\/admin\/\w+\/[\w-]+$/) }])
  expect(await searchEverything(ctx, 'q')).toEqual([])
  expect(await searchEverything(ctx, 'nothing of the kind')).toEqual([])
})

test('a member finds what the role may read', async () => {
  const ctx = await filledCtx()
  const as = (role: 'editor' | 'sales') => asOwner(ctx, { ...testActor, role })
  expect(await namesOf(as('editor'), 'quell')).toEqual(['Posts', 'Knowledge'])
  expect(await namesOf(as('sales'), 'quell')).toContain('Leads')
})

test('hostile texts are only searched for', async () => {
  const ctx = await filledCtx()
  for (const text of ["' or 1=1 --", '%%__', '"unclosed', '\\', 'NEAR(quell', 'x'.repeat(10_000)])
    expect(Array.isArray(await searchEverything(ctx, text)), text).toBe(true)
})
