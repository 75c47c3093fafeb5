import {
  assignConversation,
  attendConversation,
  markConversation,
  waitAgain,
} from '#app/features/chat/conversations/change-conversation.server.ts'
import {
  deleteConversation,
  restoreConversation,
} from '#app/features/chat/conversations/delete-conversation.server.ts'
import {
  exportConversations,
  exportTranscriptAsJson,
  exportTranscriptAsText,
} from '#app/features/chat/conversations/export-conversations.server.ts'
import { handBack, takeOver, writeAsOwner } from '#app/features/chat/conversations/take-over.server.ts'
import {
  addLeadNote,
  assignLead,
  changeLeadStatus,
  endProject,
  moveLeadToInbox,
  moveLeadToSpam,
} from '#app/features/leads/change-lead.server.ts'
import { assignLeads, deleteLeads, setStatusOfLeads } from '#app/features/leads/bulk/change-leads.server.ts'
import { tagLeads } from '#app/features/leads/bulk/tag-leads.server.ts'
import { undoBulk } from '#app/features/leads/bulk/undo-bulk.server.ts'
import { changeLeadWork } from '#app/features/leads/work/change-lead-work.server.ts'
import { deleteLead, restoreLead } from '#app/features/leads/delete-lead.server.ts'
import { exportLeads } from '#app/features/leads/list-leads.server.ts'
import { readLeadListQuery } from '#app/features/leads/lead-list-query.ts'
import { readConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import { resendReply } from '#app/features/leads/thread/resend-reply.server.ts'
import { sendReply } from '#app/features/leads/thread/send-reply.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb, withId } from './admin-verb.ts'

const lead = (ctx: TestCtx) => createLead(ctx, { message: SECRET_WORDS, name: SECRET_WORDS })
const talk = (ctx: TestCtx) => createConversation(ctx, [{ text: SECRET_WORDS }])
const taken = (ctx: TestCtx) => createConversation(ctx, [{ text: SECRET_WORDS }], { speaker: 'owner' })

async function refusedReply(ctx: TestCtx): Promise<string> {
  const leadId = await lead(ctx)
  const emailId = await createEmail(ctx, { state: 'failed' })
  return createThreadMail(ctx, { lead_id: leadId, direction: 'out', email_id: emailId })
}
async function resendRefused(ctx: TestCtx, mail: string): Promise<void> {
  const { lead_id } = await ctx.db
    .selectFrom('thread_mail')
    .select('lead_id')
    .where('id', '=', mail)
    .executeTakeFirstOrThrow()
  await resendReply(ctx, { id: String(lead_id), mail })
}

export const clientVerbs: readonly AdminVerb[] = [
  verb(
    assignLead,
    'lead.assigned',
    withId(lead, (ctx, id) => assignLead(ctx, { id, assigneeId: null })),
  ),
  verb(
    changeLeadStatus,
    'lead.status_changed',
    withId(lead, (ctx, id) => changeLeadStatus(ctx, { id, status: 'won' })),
  ),
  verb(
    changeLeadWork,
    'lead.work_changed',
    withId(lead, (ctx, id) => changeLeadWork(ctx, { id, set: { nextStep: SECRET_WORDS } })),
  ),
  verb(
    addLeadNote,
    'lead.noted',
    withId(lead, (ctx, id) => addLeadNote(ctx, { id, note: SECRET_WORDS })),
  ),
  verb(
    sendReply,
    ['lead.replied', 'lead.status_changed'],
    withId(lead, (ctx, id) => sendReply(ctx, { leadId: id, key: newId(), text: SECRET_WORDS, files: [] })),
  ),
  verb(
    resendReply,
    'lead.replied',
    withId(refusedReply, (ctx, mail) => resendRefused(ctx, mail)),
  ),
  verb(moveLeadToSpam, 'lead.moved_to_spam', withId(lead, moveLeadToSpam)),
  verb(moveLeadToInbox, 'lead.moved_to_inbox', withId(createSpamLead, moveLeadToInbox)),
  verb(deleteLead, 'lead.deleted', withId(lead, deleteLead)),
  verb(
    restoreLead,
    'lead.restored',
    withId(async (ctx) => (await deleteLead(ctx, await lead(ctx))).id, restoreLead),
  ),
  verb(
    exportLeads,
    'lead.exported',
    withId(lead, (ctx) => exportLeads(ctx, readLeadListQuery(new URLSearchParams()))),
  ),
  verb(
    endProject,
    'lead.project_ended',
    withId(
      (ctx) => createLead(ctx, { message: SECRET_WORDS }, { status: 'won' }),
      (ctx, id) => endProject(ctx, { id, day: '2026-11-20' }),
    ),
  ),
  verb(
    setStatusOfLeads,
    'lead.status_changed',
    withId(lead, (ctx, id) => setStatusOfLeads(ctx, { selection: { ids: [id] }, status: 'won' })),
  ),
  verb(
    assignLeads,
    'lead.assigned',
    withId(
      (ctx) => createLead(ctx, { message: SECRET_WORDS }, { assignee_id: 'removed' }),
      (ctx, id) => assignLeads(ctx, { selection: { ids: [id] }, assigneeId: null }),
    ),
  ),
  verb(
    tagLeads,
    'lead.work_changed',
    withId(lead, (ctx, id) => tagLeads(ctx, { selection: { ids: [id] }, tags: 'dental', how: 'add' })),
  ),
  verb(
    deleteLeads,
    'lead.deleted',
    withId(lead, (ctx, id) => deleteLeads(ctx, { selection: { ids: [id] } })),
  ),
  verb(
    undoBulk,
    'lead.restored',
    withId(async (ctx) => (await deleteLeads(ctx, { selection: { ids: [await lead(ctx)] } })).undo, undoBulk),
  ),
  verb(takeOver, 'conversation.taken_over', withId(talk, takeOver)),
  verb(handBack, 'conversation.handed_back', withId(taken, handBack)),
  verb(
    writeAsOwner,
    'conversation.answered',
    withId(taken, (ctx, id) => writeAsOwner(ctx, { id, message: SECRET_WORDS })),
  ),
  verb(attendConversation, 'conversation.attended', withId(talk, attendConversation)),
  verb(
    waitAgain,
    'conversation.waits_again',
    withId(talk, (ctx, id) => waitAgain(ctx, { id, since: 1 })),
  ),
  verb(
    assignConversation,
    'conversation.assigned',
    withId(talk, (ctx, id) => assignConversation(ctx, { id, assigneeId: null })),
  ),
  verb(
    markConversation,
    'conversation.marked',
    withId(talk, (ctx, id) => markConversation(ctx, { id, isMarked: true })),
  ),
  verb(
    markConversation,
    'conversation.unmarked',
    withId(talk, (ctx, id) => markConversation(ctx, { id, isMarked: false })),
  ),
  verb(deleteConversation, 'conversation.deleted', withId(talk, deleteConversation)),
  verb(
    restoreConversation,
    'conversation.restored',
    withId(async (ctx) => (await deleteConversation(ctx, await talk(ctx))).id, restoreConversation),
  ),
  verb(
    exportConversations,
    'conversation.exported',
    withId(talk, (ctx) => exportConversations(ctx, readConversationListQuery(new URLSearchParams()))),
  ),
  verb(exportTranscriptAsText, 'conversation.exported', withId(talk, exportTranscriptAsText)),
  verb(exportTranscriptAsJson, 'conversation.exported', withId(talk, exportTranscriptAsJson)),
]
