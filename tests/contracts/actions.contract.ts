import { expect, test } from 'vitest'

import { allActions } from '#app/actions/all-actions.server.ts'
import { runAction } from '#app/actions/ready-action.server.ts'
import { type Permission, roles } from '#app/platform/permissions.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { inputsOf, storeRecords } from '#tests/support/api-calls.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { isExpectedToHave } from './expected-permissions.ts'

const call = { clientAddress: '2001:db8:ffff::1' }

/** The permission that each action needs, written by hand; null for those that everybody may use. */
const permissions: Readonly<Record<string, Permission | null>> = {
  add_knowledge: 'knowledge.write',
  add_lead_note: 'leads.write',
  book_meeting: 'bookings.write',
  calculate_price: null,
  change_fact: 'content.write',
  change_lead: 'leads.write',
  create_lead: 'leads.write',
  create_post: 'content.write',
  find_page: null,
  get_booking: 'bookings.read',
  get_conversation: 'conversations.read',
  get_lead: 'leads.read',
  get_mail: 'mail.read',
  get_person: 'leads.read',
  get_post: 'content.read',
  get_self: 'account.read',
  get_week: 'analytics.read',
  list_conversations: 'conversations.read',
  list_facts: 'content.read',
  list_knowledge: 'knowledge.read',
  list_leads: 'leads.read',
  list_mails: 'mail.read',
  list_pages: 'content.read',
  list_people: 'leads.read',
  list_posts: 'content.read',
  list_services: null,
  list_today: 'account.read',
  publish_post: 'content.write',
  reply_to_lead: 'leads.write',
  resend_mail: 'mail.write',
  restore_item: 'leads.write',
  search_site: null,
  settle_item: 'leads.write',
  show_free_times: null,
}

test('every action needs the permission of the list', () => {
  const found = Object.fromEntries(allActions.map(({ name, permission }) => [name, permission]))
  expect(found).toEqual(permissions)
})

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
    const permission = permissions[name] ?? null
    const { mail } = await createTestSmtp()
    const ctx = await createTestCtx({ mail })
    await createTestMember(ctx, { role: 'owner' })
    const input = inputsOf(await storeRecords(ctx))[name]
    if (permission === null) await runAction(ctx, action, input, call)
    else await expect(runAction(ctx, action, input, call)).rejects.toMatchObject({ code: 'unauthenticated' })
    for (const role of roles) {
      const member = asOwner(ctx, { ...testActor, role })
      if (permission === null || isExpectedToHave(role, permission))
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
    if (permissions[action.name] === 'leads.read') await done
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
