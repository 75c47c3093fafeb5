import { expect, test } from 'vitest'

import { deleteLead, restoreLead } from '#app/features/leads/delete-lead.server.ts'
import { addPerson, addPersonNote } from '#app/features/people/change-person.server.ts'
import { getPerson } from '#app/features/people/get-person.server.ts'
import { assignNeed, settleNeed } from '#app/features/today/change-today.server.ts'
import { listToday } from '#app/features/today/list-today.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { addLeadNote } from '../change-lead.server.ts'
import { getLead } from '../get-lead.server.ts'

async function team() {
  const ctx = await createTestCtx()
  const add = async (name: string, role: 'sales' | 'editor') =>
    asOwner(ctx, (await createTestMember(ctx, { name, role })).actor)
  return {
    ctx,
    ana: await add('Ana <b>Pérez', 'sales'),
    ben: await add('Ben', 'sales'),
    editor: await add('Eve', 'editor'),
  }
}

const mentionsOf = async (ctx: TestCtx) =>
  (await listToday(ctx)).needs.filter(({ kind }) => kind === 'mention')

/** Sends the notices that are due, and returns their mails. */
async function mailsOf(ctx: TestCtx) {
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(5000)
  return ctx.db
    .selectFrom('email')
    .select(['subject', 'recipients', 'props'])
    .where('template', '=', 'notice')
    .execute()
}

test('whom a note names finds it under Today, is mailed, and nobody else', async () => {
  const { ctx, ana, ben } = await team()
  const id = await createLead(ana, { name: 'Ada' })
  await addLeadNote(ana, { id, note: 'Please call, @ben: a secret' })
  expect(await mentionsOf(ben)).toMatchObject([
    {
      title: 'Ana <b>Pérez mentioned you',
      text: 'Please call, @ben: a secret',
      path: `/admin/leads/${id}`,
      assigneeId: ben.actor?.memberId,
    },
  ])
  expect(await mentionsOf(ana)).toEqual([])
  expect(await mailsOf(ctx)).toEqual([
    {
      subject: 'Ana <b>Pérez mentioned you in a note',
      recipients: JSON.stringify([ben.actor?.email]),
      props: expect.not.stringContaining('secret'),
    },
  ])
  const { events } = await getLead(ana, id)
  expect(events.find(({ kind }) => kind === 'note')?.mentions).toEqual(['@ben'])
})

test('naming oneself or somebody who reads no notes tells nobody', async () => {
  const { ctx, ana, editor } = await team()
  const id = await createLead(ana)
  await addLeadNote(ana, { id, note: '@Eve and @Ana <b>Pérez should know, @nobody too' })
  expect(await mentionsOf(ana)).toEqual([])
  expect(await mentionsOf(editor)).toEqual([])
  expect(await mailsOf(ctx)).toEqual([])
  const { events } = await getLead(ana, id)
  expect(events.find(({ kind }) => kind === 'note')?.mentions).toEqual(['@Ana <b>Pérez'])
})

test('a mention is done, or handed on to another member', async () => {
  const { ana, ben } = await team()
  const id = await createLead(ana)
  await addLeadNote(ana, { id, note: '@Ben one' })
  await addLeadNote(ana, { id, note: '@Ben two' })
  const [two, one] = await mentionsOf(ben)
  await settleNeed(ben, { item: one?.item ?? '' })
  await assignNeed(ben, { item: two?.item ?? '', memberId: ana.actor?.memberId ?? '' })
  expect(await mentionsOf(ben)).toEqual([])
  expect(await mentionsOf(ana)).toHaveLength(1)
})

test('a note on a person names members as well', async () => {
  const { ana, ben } = await team()
  const fields = { name: 'Ada', email: 'ada@example.com', phone: '', company: '', note: '' }
  const { id } = await addPerson(ana, fields)
  await addPersonNote(ana, { id, note: 'For @Ben' })
  expect(await mentionsOf(ben)).toMatchObject([{ text: 'For @Ben', path: `/admin/people/${id}` }])
  const { timeline } = await getPerson(ben, id)
  expect(timeline.find((entry) => 'event' in entry && entry.event === 'note')).toMatchObject({
    mentions: ['@Ben'],
  })
})

test('mentions go with a deleted lead, and come back with it', async () => {
  const { ana, ben } = await team()
  const id = await createLead(ana)
  await addLeadNote(ana, { id, note: '@Ben' })
  const deletion = await deleteLead(ana, id)
  expect(await mentionsOf(ben)).toEqual([])
  await restoreLead(ana, deletion.id)
  expect(await mentionsOf(ben)).toHaveLength(1)
})
