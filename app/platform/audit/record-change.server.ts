import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeActor, ChangeKind } from '#app/platform/db/schema/audit.ts'
import { newId } from '#app/platform/ids.server.ts'

export type Change = {
  what: ChangeKind
  subject?: {
    id: string
    /** Left out for leads, conversations and mails: a person's name must disappear when the person is erased. */
    title?: string
    path?: string
  }
  fields?: readonly string[]
  by?: { actor: ChangeActor; email?: string; device?: string }
}

/** Call it in the transaction of the change, in every admin verb that changes something. */
export async function recordChange(ctx: Ctx, change: Change): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`${change.what} must be recorded in its own transaction.`)
  await ctx.db.insertInto('audit_entry').values(auditEntryOf(ctx, change)).execute()
}

export function auditEntryOf(ctx: Ctx, { what, subject, fields, by = authorOf(ctx) }: Change) {
  const entry = {
    kind: what,
    actor: by.actor,
    actor_email: by.email ?? null,
    device: by.device ?? null,
    subject_id: subject?.id ?? null,
    subject_title: subject?.title ?? null,
    subject_path: subject?.path ?? null,
    fields: fields ? JSON.stringify(fields) : null,
  }
  const search = foldForSearch(Object.values(entry).filter(Boolean).join(' '))
  return { ...entry, id: newId(), at: ctx.clock.now(), times: 1, search }
}

function authorOf({ actor }: Ctx): NonNullable<Change['by']> {
  return actor ? { actor: 'owner', email: actor.email, device: actor.device } : { actor: 'system' }
}

export function changedFields(before: unknown, after: unknown): string[] {
  const old = new Map<string, unknown>(Object.entries(before ?? {}))
  return Object.entries(after ?? {})
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name)
}
