import { backupStatus, restoreTestStatus } from '#app/platform/backup/backup-records.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { findMailboxOutage } from '#app/platform/email/mailbox-health.server.ts'
import type { Toast } from '#app/lib/form-answer.ts'
import type { DeletionKind } from '#app/platform/db/schema/deletion.ts'
import { findDeletion } from '#app/platform/deletions/keep-deleted.server.ts'
import { findOutage } from '#app/platform/email/mail-outage.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { MOST_WAITING, type Waiting } from './admin-tabs.ts'

const kindNames: Readonly<Record<DeletionKind, string>> = {
  lead: 'Lead',
  conversation: 'Conversation',
  question: 'Test question',
  person: 'Person',
  item: 'Knowledge item',
  page: 'Page',
}

/** After a deletion, the next page's URL names it, so that this toast can offer to undo it. */
function deletedToast({ kind, isKept }: { kind: DeletionKind; isKept: boolean }, id: string): Toast {
  const title = `${kindNames[kind]} deleted`
  if (!isKept) return { title, text: 'It was too large to be kept for Undo.' }
  return {
    title,
    undo: { action: '/admin/undo', fields: { intent: kind, id } },
  }
}

async function countWaitingMails(ctx: Ctx): Promise<number> {
  const waiting = ctx.db.selectFrom('email').where('state', '=', 'waiting')
  const { n } = await waiting
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

async function countWaiting({ db }: Ctx): Promise<Waiting> {
  const most = MOST_WAITING + 1
  const leads = db.selectFrom('lead').where('status', '=', 'new').where('spam_reason', 'is', null)
  const chats = db.selectFrom('conversation').where('waiting_since', 'is not', null)
  const mails = db.selectFrom('email').where('state', '=', 'failed')
  return {
    newLeads: (await leads.select('id').limit(most).execute()).length,
    waitingChats: (await chats.select('id').limit(most).execute()).length,
    refusedMails: (await mails.select('id').limit(most).execute()).length,
  }
}

export async function readAdminShell(ctx: Ctx, params: URLSearchParams) {
  const { email, name, role } = requireActor(ctx, 'account.read')
  const { siteName, timeZone } = await ctx.site(ctx)
  const outage = await findOutage(ctx)
  const { failure } = await backupStatus.read(ctx)
  const deletionId = params.get('deletion')
  const deletion = await findDeletion(ctx, deletionId)
  return {
    deleted: deletion && deletionId !== null ? deletedToast(deletion, deletionId) : null,
    email,
    name,
    role,
    siteName,
    timeZone,
    now: ctx.clock.now(),
    waiting: await countWaiting(ctx),
    mailboxOutage: await findMailboxOutage(ctx),
    mailOutage: outage && { reason: outage.reason, waiting: await countWaitingMails(ctx) },
    hasBackupFailed: failure !== null || Boolean(ctx.shipState()?.failure),
    demoResetsAt: ctx.demo && ctx.demo.resetsAt,
    hasRestoreTestFailed: (await restoreTestStatus.read(ctx)).failure !== null,
  }
}
