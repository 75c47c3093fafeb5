import { expect, test } from 'vitest'

import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { chatLimits } from './chat-limits.server.ts'
import { saveOwnPrice } from './own-price.server.ts'

test('an own price is kept with its model, changed, and forgotten where both fields are empty', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveOwnPrice(ctx, { model: 'llama3.2:1b', inputPrice: '0', outputPrice: '$0' })
  await saveOwnPrice(ctx, { model: 'gpt-next', inputPrice: '0.15', outputPrice: '0,6' })
  await saveOwnPrice(ctx, { model: 'gpt-next', inputPrice: '.2', outputPrice: '0.6' })
  expect((await chatLimits.read(ctx)).prices).toEqual([
    { model: 'llama3.2:1b', input: 0, output: 0 },
    { model: 'gpt-next', input: 0.2, output: 0.6 },
  ])
  await saveOwnPrice(ctx, { model: 'gpt-next', inputPrice: '', outputPrice: ' ' })
  await saveOwnPrice(ctx, { model: 'gpt-next' })
  expect((await chatLimits.read(ctx)).prices).toHaveLength(1)
})

test.each([
  [{ inputPrice: '1', outputPrice: '' }, 'outputPrice'],
  [{ inputPrice: '', outputPrice: '1' }, 'inputPrice'],
  [{ inputPrice: 'cheap', outputPrice: '1' }, 'inputPrice'],
  [{ inputPrice: '1', outputPrice: '-1' }, 'outputPrice'],
  [{ inputPrice: '1e9', outputPrice: '1' }, 'inputPrice'],
  [{ inputPrice: '1', outputPrice: '99999' }, 'outputPrice'],
])('%j is refused at its field', async (fields, name) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await saveOwnPrice(ctx, { model: 'gpt-next', ...fields }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ fields: { [name]: expect.stringContaining('price') } })
})

test('saving an own price makes no audit entry; the settings’ entry names it', async () => {
  const ctx = asOwner(await createTestCtx())
  const price = { model: 'gpt-next', inputPrice: '1', outputPrice: '2' }
  expect(await saveOwnPrice(ctx, price)).toEqual(['prices'])
  expect(await saveOwnPrice(ctx, price)).toEqual([])
  expect(await ctx.db.selectFrom('audit_entry').select('id').execute()).toEqual([])
})
