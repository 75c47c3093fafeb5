import { expect, test } from 'vitest'

import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import { findAssistant, forAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { checkHost } from './check-host.server.ts'
import { findIdentitySecret, renewIdentitySecret, signIdentity } from './identity.server.ts'

async function withShop(keepsQuery = false) {
  const ctx = await createTestCtx()
  const fields = { ...defaultAssistantSettings('Bot'), origins: ['https://shop.example'], keepsQuery }
  const id = await saveAssistant(asOwner(ctx), { id: 'new', name: 'Shop', collections: [], fields })
  const shop = await findAssistant(ctx, id)
  const own = forAssistant(ctx, shop)
  return { ctx, id, own, check: (facts: object) => checkHost(own, shop.settings, facts) }
}

test('a page is believed if it is of an allowed origin, without its query', async () => {
  const { check } = await withShop()
  const url = 'https://shop.example/sheds?session=secret#top'
  expect(await check({ url, title: ' Sheds\u0000 ' })).toMatchObject({ page: 'https://shop.example/sheds' })
  const kept = await withShop(true)
  expect(await kept.check({ url })).toMatchObject({ page: 'https://shop.example/sheds?session=secret' })
  for (const foreign of [
    'https://other.example/',
    'javascript:alert(1)',
    'nonsense',
    'https://a@shop.example.evil.example/',
  ])
    expect(await check({ url: foreign, title: 'Title' }), foreign).toMatchObject({
      page: null,
      pageTitle: null,
    })
})

test('a visitor is believed only with the signature of the other site’s server', async () => {
  const { ctx, id, check } = await withShop()
  const email = 'Ada@Example.com'
  const visitorOf = async (identity: object) => (await check({ identity }))?.visitor
  expect(await visitorOf({ email, signature: signIdentity('', email) }), 'without a secret').toBeNull()
  await renewIdentitySecret(asOwner(ctx), { id })
  const secret = String(await findIdentitySecret(ctx, id))
  const signature = signIdentity(secret, ' ada@example.com ')
  expect(await visitorOf({ name: 'Ada', email, signature })).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
  })
  const wrong = [
    {},
    { email },
    { email, signature: '' },
    { email, signature: `${signature}0` },
    { email, signature: 'ü'.repeat(64) },
    { email: 'eve@example.com', signature },
    { email: 'no address', signature: signIdentity(secret, 'no address') },
  ]
  for (const identity of wrong) expect(await visitorOf(identity), JSON.stringify(identity)).toBeNull()
  await renewIdentitySecret(asOwner(ctx), { id })
  expect(await visitorOf({ email, signature }), 'signed with the former secret').toBeNull()
})
