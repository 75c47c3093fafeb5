import { expect, test } from 'vitest'

import { confirmStarter, overrideChecklist } from '#app/features/site/checklist/checklist.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx, testActor } from '#tests/support/test-ctx.ts'

import { hideFirstDay, readFirstDay } from './first-day.server.ts'

async function ctxOfOwner(): Promise<TestCtx> {
  const ctx = await createTestCtx()
  const { id } = await createTestOwner(ctx)
  return asOwner(ctx, { ...testActor, memberId: id })
}

async function missingIn(ctx: TestCtx) {
  const steps = assertDefined(await readFirstDay(ctx), 'something is left to do')
  return Object.fromEntries(steps.map(({ id, missing }) => [id, missing]))
}

test('services, and the whole site, are done once the owner has said of each that it is theirs', async () => {
  const ctx = await ctxOfOwner()
  const first = await missingIn(ctx)
  expect(first['services']).toMatch(/^6 services have the demo brand’s price/)
  expect(first['live']).toMatch(
    /^Search engines are kept out until you have confirmed or replaced \d+ of the demo brand’s names/,
  )
  await confirmStarter(ctx, { id: 'service.ai-chatbots' })
  expect((await missingIn(ctx))['services']).toMatch(/^5 services have/)
  await confirmStarter(ctx, { group: 'services' })
  await overrideChecklist(ctx, { isOpen: true })
  expect(await missingIn(ctx)).toMatchObject({ services: null, live: null })
})

test('a first answer counts once it names a source', async () => {
  const ctx = await ctxOfOwner()
  await createConversation(ctx, [{ text: 'Hello' }, { author: 'assistant', text: 'Good evening.' }])
  expect((await missingIn(ctx))['assistant']).toMatch(/^Ask the assistant on your site/)
  const sources = JSON.stringify([{ number: 1, title: 'Warranty', page: null }])
  await createConversation(ctx, [{ author: 'assistant', text: 'It is 25 years [1].', sources }])
  expect((await missingIn(ctx))['assistant']).toBeNull()
})

test('a list that was put away stays away', async () => {
  const ctx = await ctxOfOwner()
  await hideFirstDay(ctx)
  expect(await readFirstDay(ctx)).toBeNull()
})
