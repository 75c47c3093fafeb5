import { expect, test } from 'vitest'

import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { findAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { allowOrigin, listRefusals, noteRefusal } from './refusals.server.ts'

test('a refused site is listed until it is allowed; what is no site is not', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const fields = defaultAssistantSettings('Bot')
  const id = await saveAssistant(owner, { id: 'new', name: 'Shop', collections: [], fields })
  const refuse = async (origin: string) =>
    noteRefusal(ctx, await findAssistant(ctx, id), { origin, clientAddress: '203.0.113.7' })
  for (const origin of ['https://other.example', 'https://other.example', 'null', 'https://*.other.example'])
    await refuse(origin)
  expect(await listRefusals(owner, id)).toMatchObject([{ origin: 'https://other.example', times: 2 }])
  await allowOrigin(owner, { id, origin: 'https://other.example' })
  expect(await listRefusals(owner, id)).toEqual([])
  expect((await findAssistant(ctx, id)).settings.origins).toEqual(['https://other.example'])
})

test('a wildcard stands for the owner’s own names, and never for everybody’s', async () => {
  const owner = asOwner(await createTestCtx())
  const save = (origin: string, id = 'new') =>
    saveAssistant(owner, {
      id,
      name: 'Shop',
      collections: [],
      fields: { ...defaultAssistantSettings('Bot'), origins: [origin] },
    })
  for (const shared of ['co.uk', 'github.io', 'vercel.app'])
    await expect(save(`https://*.${shared}`), shared).rejects.toMatchObject({
      fields: { origins: expect.stringMatching(/^Anybody can have a site below/) },
    })
  const id = await save('https://*.shop.co.uk')
  expect((await findAssistant(owner, id)).settings.origins).toEqual(['https://*.shop.co.uk'])
  await expect(allowOrigin(owner, { id, origin: 'https://*.other.example' })).rejects.toMatchObject({
    fields: { origins: 'This is not the address of a site.' },
  })
})
