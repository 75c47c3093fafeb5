import { expect, test } from 'vitest'

import { allActions } from '#app/actions/all-actions.server.ts'
import { runAction } from '#app/actions/ready-action.server.ts'
import { may, roles } from '#app/platform/permissions.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { inputsOf, storeRecords } from '#tests/support/api-calls.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

const call = { clientAddress: '2001:db8:ffff::1' }

test('every action is tested, and has a unique name and address', async () => {
  const none = { leadId: '', personId: '', conversationId: '', postId: '', bookingId: '', mailId: '' }
  const tried = inputsOf(none)
  expect(Object.keys(tried).toSorted()).toEqual(allActions.map(({ name }) => name).toSorted())
  const addresses = allActions.map(({ rest }) => `${rest.method} ${rest.path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('only reading is a GET, and the actions for visitors are listed', () => {
  for (const { name, effect, rest } of allActions)
    expect(rest.method === 'GET', name).toBe(effect === 'reads')
  const names = allActions.filter(({ isForVisitors }) => isForVisitors).map(({ name }) => name)
  expect(names).toEqual(['find_page', 'calculate_price', 'show_free_times', 'book_meeting', 'create_lead'])
  const open = allActions.filter(({ permission }) => permission === null)
  expect(open.every(({ effect }) => effect === 'reads')).toBe(true)
})

test.each(allActions.map((action) => [action.name, action] as const))(
  '%s is done for the roles that have its permission, and for nobody else',
  async (name, action) => {
    const { permission } = action
    const { mail } = await createTestSmtp()
    const ctx = await createTestCtx({ mail })
    await createTestMember(ctx, { role: 'owner' })
    const input = inputsOf(await storeRecords(ctx))[name]
    if (permission === null) await runAction(ctx, action, input, call)
    else await expect(runAction(ctx, action, input, call)).rejects.toMatchObject({ code: 'unauthenticated' })
    for (const role of roles) {
      const member = asOwner(ctx, { ...testActor, role })
      if (permission === null || may(role, permission))
        expect(await runAction(member, action, input, call), role).toBeTypeOf('object')
      else await expect(runAction(member, action, input, call)).rejects.toMatchObject({ code: 'forbidden' })
    }
  },
)

test('a token that was given fewer permissions than its role is refused the others', async () => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  await createTestMember(ctx, { role: 'owner' })
  const limited = asOwner(ctx, { ...testActor, scopes: ['leads.read'] })
  const inputs = inputsOf(await storeRecords(ctx))
  for (const action of allActions.filter(({ permission }) => permission !== null)) {
    const done = runAction(limited, action, inputs[action.name], call)
    if (action.permission === 'leads.read') await done
    else await expect(done, action.name).rejects.toMatchObject({ code: 'forbidden' })
  }
})

/** Items of Today are settled without an audit entry; the history of the lead, mail or page shows it. */
const ofToday = new Set(['settle_item', 'restore_item'])

test.each(
  allActions
    .filter(({ effect, name }) => effect !== 'reads' && !ofToday.has(name))
    .map((action) => [action.name, action] as const),
)('%s is in the audit log with its actor and device', async (name, action) => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  await createTestMember(ctx, { role: 'owner' })
  const input = inputsOf(await storeRecords(ctx))[name]
  await runAction(asOwner(ctx, { ...testActor, device: 'Assistant · Firefox' }), action, input, call)
  const entries = ctx.db.selectFrom('audit_entry').select('actor_email').where('device', 'like', 'Assistant%')
  expect(await entries.execute()).toContainEqual({ actor_email: testActor.email })
})
