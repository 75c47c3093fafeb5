import { expect, test } from 'vitest'

import type { FieldErrors } from '#app/platform/errors.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { ownFacts } from './own-facts.server.ts'
import { readFacts, saveFacts } from './save-facts.server.ts'

test('what was typed is stored where it differs from the starter', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveFacts(ctx, { 'fact.replyWithin': ' 2 days ', 'fact.languages': '', 'fact.hours': '24/7' })
  expect(await ownFacts.read(ctx)).toEqual([
    expect.objectContaining({ name: 'replyWithin', value: '2 days' }),
    expect.objectContaining({ name: 'languages', value: '' }),
  ])
  await saveFacts(ctx, { 'fact.replyWithin': '1 hour', 'fact.languages': '140+' })
  expect(await ownFacts.read(ctx)).toEqual([])
})

test('a further fact stays, and its value may be emptied', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveFacts(ctx, { newName: 'founded', newTitle: '', newValue: '1999' })
  expect(await readFacts(ctx)).toContainEqual({ name: 'founded', title: 'founded', value: '1999' })
  await saveFacts(ctx, { 'fact.founded': '' })
  expect(await readFacts(ctx)).toContainEqual({ name: 'founded', title: 'founded', value: '' })
})

test.each([
  [{ newName: 'replyWithin', newValue: 'x' }, { newName: 'A fact with this name already exists.' }],
  [{ newName: 'siteName', newValue: 'x' }, { newName: 'This name is taken. Please choose another.' }],
  [{ newValue: 'x' }, { newName: 'Please use letters and digits, starting with a lowercase letter.' }],
  [{ 'fact.hours': 'x'.repeat(121) }, { 'fact.hours': expect.stringContaining('120') }],
])('%j is refused at its field, and nothing is stored', async (fields, faults) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await saveFacts(ctx, { 'fact.replyWithin': 'never', ...fields }).catch(
    (error: unknown) => error,
  )
  expect((refusal as FieldErrors).fields).toEqual(faults)
  expect(await ownFacts.read(ctx)).toEqual([])
})
