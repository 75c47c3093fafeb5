import { backupStatus, restoreTestStatus } from '#app/platform/backup/backup-records.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { findMailboxOutage } from '#app/platform/email/mailbox-health.server.ts'
import type { Toast } from '#app/lib/form-answer.ts'
import type { DeletionKind } from '#app/platform/db/schema/deletion.ts'
import { findDeletion } from '#app/platform/deletions/keep-deleted.server.ts'
import { findOutage } from '#app/platform/email/mail-outage.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

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

export async function readAdminShell(ctx: Ctx, params: URLSearchParams) {
  const { email, name, role } = requireActor(ctx, 'account.read')
  const { siteName, timeZone } = await ctx.site(ctx)
  const { failed, waiting } = await ctx.db
    .selectFrom('email')
    .select((select) => [
      select.fn.count<number>('id').filterWhere('state', '=', 'failed').as('failed'),
      select.fn.count<number>('id').filterWhere('state', '=', 'waiting').as('waiting'),
    ])
    .where('state', 'in', ['failed', 'waiting'])
    .executeTakeFirstOrThrow()
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
    failedEmails: failed,
    mailboxOutage: await findMailboxOutage(ctx),
    mailOutage: outage && { reason: outage.reason, waiting },
    hasBackupFailed: failure !== null || Boolean(ctx.shipState()?.failure),
    demoResetsAt: ctx.demo && ctx.demo.resetsAt,
    hasRestoreTestFailed: (await restoreTestStatus.read(ctx)).failure !== null,
  }
}
