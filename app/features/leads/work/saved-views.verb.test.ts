import { expect, test } from 'vitest'

import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { deleteView, listViews, saveView } from './saved-views.server.ts'

async function twoMembers(): Promise<[TestCtx, TestCtx]> {
  const ctx = await createTestCtx()
  const one = await createTestMember(ctx, { role: 'sales' })
  const other = await createTestMember(ctx, { role: 'viewer' })
  return [asOwner(ctx, one.actor), asOwner(ctx, other.actor)]
}

test('each member has views of their own, in one form of their address', async () => {
  const [one, other] = await twoMembers()
  const view = await saveView(one, {
    name: ' Late  steps ',
    query: '?page=3&due=overdue&assignee=me&unknown=1',
  })
  expect(view).toMatchObject({ name: 'Late steps', query: 'assignee=me&due=overdue' })
  await saveView(other, { name: 'Late steps', query: 'due=overdue' })
  expect(await listViews(one)).toEqual([view])
  await expect(deleteView(other, { view: view.id })).rejects.toMatchObject({ code: 'not-found' })
})

test('what was deleted is saved again by what is returned', async () => {
  const [one] = await twoMembers()
  const { id } = await saveView(one, { name: 'Dental', query: 'tag=dental' })
  const undo = await deleteView(one, { view: id })
  expect(await listViews(one)).toEqual([])
  await saveView(one, undo)
  expect(await listViews(one)).toMatchObject([{ name: 'Dental', query: 'tag=dental' }])
})

test.each([
  [{ name: '', query: 'tag=a' }, 'Please enter a name.'],
  [{ name: 'x'.repeat(41), query: 'tag=a' }, 'Please use at most 40 characters.'],
  [{ name: 'Ada ada@example.com', query: 'tag=a' }, 'Please leave e-mail addresses out of the name.'],
  [{ name: 'Nothing', query: 'page=2&javascript:alert(1)' }, 'Please choose some filters first.'],
  [{ name: 'Ada', query: 'q=ada%40example.com' }, 'A view cannot contain an e-mail address in its search.'],
  [{ name: 'DENTAL', query: 'tag=a' }, 'A view with this name already exists.'],
])('%j is refused', async (typed, name) => {
  const [one] = await twoMembers()
  await saveView(one, { name: 'Dental', query: 'tag=dental' })
  await expect(saveView(one, typed)).rejects.toMatchObject({ fields: { name } })
})

test('the number of views is limited, and saving one requires a session', async () => {
  const [one] = await twoMembers()
  for (let n = 0; n < 30; n += 1) await saveView(one, { name: `View ${n}`, query: 'tag=a' })
  await expect(saveView(one, { name: 'One more', query: 'tag=a' })).rejects.toMatchObject({
    code: 'conflict',
  })
  const nobody = await createTestCtx()
  await expect(saveView(nobody, { name: 'A', query: 'tag=a' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
