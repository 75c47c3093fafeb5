import { expect, test } from 'vitest'

import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { changeLeadStatus } from './change-lead-status.server.ts'
import { endProject } from './end-project.server.ts'

test('the end of a project is the end of its day, is told in the history and can be taken back', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  await endProject(ctx, { id, day: '2026-11-20' })
  const read = () => ctx.db.selectFrom('lead').select(['project_ended_at']).executeTakeFirstOrThrow()
  expect(await read()).toEqual({ project_ended_at: Date.parse('2026-11-21T00:00:00Z') })
  const history = ctx.db.selectFrom('lead_event').select(['kind', 'actor', 'body'])
  expect(await history.where('kind', '=', 'project-end').execute()).toEqual([
    { kind: 'project-end', actor: testActor.email, body: '2026-11-20' },
  ])
  await endProject(ctx, { id, day: '' })
  expect(await read()).toEqual({ project_ended_at: null })
})

test('a lead that is won no more has no project', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx, {}, { status: 'won' })
  await endProject(ctx, { id, day: '2026-11-20' })
  await changeLeadStatus(ctx, { id, status: 'proposal' })
  const lead = await ctx.db.selectFrom('lead').select('project_ended_at').executeTakeFirstOrThrow()
  expect(lead).toEqual({ project_ended_at: null })
  await expect(endProject(ctx, { id, day: '2026-11-20' })).rejects.toMatchObject({ code: 'conflict' })
  const left = await ctx.db.selectFrom('lead').select('project_ended_at').executeTakeFirstOrThrow()
  expect(left).toEqual({ project_ended_at: null })
})

test('what is no day is refused, as is a stranger and a lead that is gone', async () => {
  const stranger = await createTestCtx()
  const ctx = asOwner(stranger)
  const id = await createLead(ctx, {}, { status: 'won' })
  await expect(endProject(ctx, { id, day: '2026-02-30' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(endProject(stranger, { id, day: '' })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(endProject(ctx, { id: 'gone', day: '' })).rejects.toMatchObject({ code: 'not-found' })
})
