import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { addTestQuestion } from '#app/features/chat/quality/questions/add-test-question.server.ts'
import {
  deleteTestQuestion,
  restoreTestQuestion,
} from '#app/features/chat/quality/questions/change-test-question.server.ts'
import {
  deleteConversation,
  restoreConversation,
} from '#app/features/chat/conversations/delete-conversation.server.ts'
import { deletePage, undeletePage } from '#app/features/content/pages/delete-page.server.ts'
import { movePage } from '#app/features/content/pages/move-page.server.ts'
import { createPreviewLink } from '#app/features/content/pages/preview-links.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { deleteItem, restoreItem } from '#app/features/knowledge/items/change-item.server.ts'
import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { addLeadNote } from '#app/features/leads/change-lead.server.ts'
import { deleteLead, restoreLead } from '#app/features/leads/delete-lead.server.ts'
import { deleteThreadFiles } from '#app/features/leads/thread/erase-thread.server.ts'
import { addPerson, addPersonNote } from '#app/features/people/change-person.server.ts'
import { deletePerson, restorePerson } from '#app/features/people/delete-person.server.ts'
import { mergePeople } from '#app/features/people/merge-people.server.ts'
import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { forgetDeleted } from '#app/platform/deletions/keep-deleted.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { createTexts } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

/** Tables to which deleting and restoring may add rows, and columns that they may raise. */
const notCompared =
  /^(sqlite_|audit_entry$|job$|page_former_draft$|knowledge_index$|kysely_|\w+_(index|entry)\w*$)/
const raised = { round: 0, revision: 0, version: 0, updated_at: 0 }

async function everything(ctx: TestCtx): Promise<Record<string, string[]>> {
  const tables = (await ctx.db.introspection.getTables()).map(({ name }) => name)
  const stored: Record<string, string[]> = {}
  for (const table of tables.filter((name) => !notCompared.test(name)).toSorted()) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(ctx.db)
    stored[table] = rows.map((row) => JSON.stringify({ ...row, ...raised })).toSorted()
  }
  return stored
}

const ownerCtx = async () => asOwner(await createTestCtx())
const run = { signal: new AbortController().signal }

async function leadWithAll(ctx: TestCtx): Promise<string> {
  const id = await createLead(ctx)
  await addLeadNote(ctx, { id, note: 'Called' })
  await createConversation(ctx, [{ text: 'Hello' }], { lead_id: id })
  await createThreadMail(ctx, { lead_id: id }, { name: 'plan.pdf', bytes: new Uint8Array([1]) })
  return id
}

async function talkWithAll(ctx: TestCtx): Promise<string> {
  const id = await createConversation(ctx, [{ text: 'Hello' }, { text: 'Hi', author: 'assistant' }])
  const question = await addTestQuestion(ctx, { text: 'Do you speak Frisian?' })
  await ctx.db
    .updateTable('test_question')
    .set({ conversation_id: id })
    .where('id', '=', question.id)
    .execute()
  return id
}

async function mergedPerson(ctx: TestCtx): Promise<string> {
  const of = (email: string) => addPerson(ctx, { name: 'Ada', email, phone: '', company: '', note: 'Met' })
  const [one, other] = [await of('ada@example.com'), await of('ada@work.example')]
  await mergePeople(ctx, { id: one.id, other: other.id })
  await addPersonNote(ctx, { id: one.id, note: 'Prefers mail' })
  return one.id
}

async function movedPage(ctx: TestCtx): Promise<string> {
  await movePage(ctx, { id: 'about', path: '/company' })
  await createPreviewLink(ctx, { id: 'about', days: 7 })
  return 'about'
}

const itemWithText = async (ctx: TestCtx) => {
  await createTexts(ctx, {
    Refunds: 'A deposit is refunded within fourteen days when a project is cancelled.',
  })
  return (await ctx.db.selectFrom('knowledge_item').select('id').executeTakeFirstOrThrow()).id
}

test.each([
  ['a lead', leadWithAll, deleteLead, restoreLead],
  ['a conversation', talkWithAll, deleteConversation, restoreConversation],
  [
    'a test question',
    async (ctx: TestCtx) => (await addTestQuestion(ctx, { text: 'Any?' })).id,
    deleteTestQuestion,
    restoreTestQuestion,
  ],
  ['a person', mergedPerson, deletePerson, restorePerson],
  ['a knowledge item', itemWithText, deleteItem, restoreItem],
  ['a page', movedPage, deletePage, undeletePage],
] as const)('%s comes back with all that belonged to it', async (_name, make, remove, restore) => {
  const ctx = await ownerCtx()
  const id = await make(ctx)
  const before = await everything(ctx)
  const deletion = await remove(ctx, id)
  expect(await everything(ctx)).not.toEqual(before)
  expect(await restore(ctx, deletion.id)).toBe(id)
  expect(await everything(ctx)).toEqual(before)
  await expect(restore(ctx, deletion.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('the assistant answers from an item that came back, and visitors see a page that did', async () => {
  const ctx = await ownerCtx()
  const deletion = await deleteItem(ctx, await itemWithText(ctx))
  expect(await searchPassages(ctx, { query: 'Is a deposit refunded?' })).toEqual([])
  await restoreItem(ctx, deletion.id)
  expect(await searchPassages(ctx, { query: 'Is a deposit refunded?' })).toHaveLength(1)
  const page = await deletePage(ctx, 'about')
  await undeletePage(ctx, page.id)
  expect((await readContent(ctx)).pages.has('/about')).toBe(true)
})

test('after two minutes a deletion is completed, and files go with it', async () => {
  const ctx = await ownerCtx()
  const deletion = await deleteLead(ctx, await leadWithAll(ctx))
  ctx.clock.advance(2 * MINUTE)
  await expect(restoreLead(ctx, deletion.id)).rejects.toMatchObject({ code: 'not-found' })
  await forgetDeleted.run(ctx, {}, run)
  expect(await ctx.db.selectFrom('deletion').select('id').execute()).toEqual([])
  const jobs = await ctx.db.selectFrom('job').select(['name', 'run_at']).execute()
  const files = jobs.filter(({ name }) => name === deleteThreadFiles.name)
  expect(files).toEqual([{ name: deleteThreadFiles.name, run_at: deletion.expiresAt }])
})

test('the files of a lead that came back stay', async () => {
  const ctx = await ownerCtx()
  await restoreLead(ctx, (await deleteLead(ctx, await leadWithAll(ctx))).id)
  const { file } = await ctx.db.selectFrom('thread_attachment').select('file').executeTakeFirstOrThrow()
  await deleteThreadFiles.run(ctx, { files: [file] }, run)
  expect(await ctx.files.get(file)).not.toBeNull()
})

test('mails that waited are sent once after all', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const deletion = await deleteLead(ctx, await createLead(ctx))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  await worker.whenIdle()
  expect(server.arrived).toEqual([])
  await restoreLead(ctx, deletion.id)
  await worker.whenIdle()
  expect(server.arrived).toHaveLength(2)
})

test('what was added again since is not overwritten', async () => {
  const ctx = await ownerCtx()
  const { id } = await addPerson(ctx, {
    name: 'Ada',
    email: 'a@example.com',
    phone: '',
    company: '',
    note: '',
  })
  const deletion = await deletePerson(ctx, id)
  await addPerson(ctx, { name: 'Bea', email: 'a@example.com', phone: '', company: '', note: '' })
  await expect(restorePerson(ctx, deletion.id)).rejects.toMatchObject({ code: 'conflict' })
  const people = await ctx.db.selectFrom('person').select('name').execute()
  expect(people).toEqual([{ name: 'Bea' }])
})

test('whoever is erased does not come back', async () => {
  const ctx = await ownerCtx()
  const deletion = await deleteLead(ctx, await createLead(ctx, { email: 'gone@example.org' }))
  await erasePersonalData(ctx, { address: 'gone@example.org' })
  expect(await ctx.db.selectFrom('deletion').select('id').execute()).toEqual([])
  await expect(restoreLead(ctx, deletion.id)).rejects.toMatchObject({ code: 'not-found' })
})
