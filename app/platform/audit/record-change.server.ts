import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import type { ChangeActor } from '#app/platform/db/schema/audit.ts'
import { newId } from '#app/platform/ids.server.ts'

export type Change = {
  what: ChangeKind
  subject?: {
    id: string
    /** Omitted for leads, conversations and mails, because erasing a person must remove the name. */
    title?: string
    path?: string
  }
  fields?: readonly string[]
  /** What a field contained before and after; never a secret or what a visitor wrote. */
  values?: ChangedValues
  by?: { actor: ChangeActor; email?: string; name?: string; device?: string }
}

type ShownValue = string | number | boolean | null

export type ChangedValues = Readonly<Record<string, readonly [before: ShownValue, after: ShownValue]>>

/** Call it in the transaction of the change, in every admin verb that changes something. */
export async function recordChange(ctx: Ctx, change: Change): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`${change.what} must be recorded in its own transaction.`)
  await ctx.db.insertInto('audit_entry').values(auditEntryOf(ctx, change)).execute()
}

export function auditEntryOf(ctx: Ctx, { what, subject, fields, values, by = authorOf(ctx) }: Change) {
  const entry = {
    kind: what,
    actor: by.actor,
    actor_email: by.email ?? null,
    actor_name: by.name || null,
    device: by.device ?? null,
    subject_id: subject?.id ?? null,
    subject_title: subject?.title ?? null,
    subject_path: subject?.path ?? null,
    fields: fields ? JSON.stringify(fields) : null,
    changes: values && Object.keys(values).length > 0 ? JSON.stringify(values) : null,
  }
  const search = foldForSearch(Object.values(entry).filter(Boolean).join(' '))
  return { ...entry, id: newId(), at: ctx.clock.now(), times: 1, search }
}

function authorOf({ actor }: Ctx): NonNullable<Change['by']> {
  if (!actor) return { actor: 'system' }
  const { email, name, device } = actor
  return { actor: 'member', email, name, device }
}

/** Returns the numbers and booleans that changed, and those texts whose names are in `told`. */
export function changedValues(before: unknown, after: unknown, told: readonly string[] = []): ChangedValues {
  if (before === null) return {}
  const old = new Map<string, unknown>(Object.entries(before ?? {}))
  const now = new Map<string, unknown>(Object.entries(after ?? {}))
  const shown = (name: string, value: unknown): ShownValue | undefined => {
    if (value === undefined || value === null) return null
    if (typeof value === 'number' || typeof value === 'boolean') return value
    return typeof value === 'string' && told.includes(name) ? value : undefined
  }
  const changed = changedFields(before, after).flatMap((name) => {
    const pair = [shown(name, old.get(name)), shown(name, now.get(name))] as const
    const [from, to] = pair
    return from === undefined || to === undefined ? [] : [[name, [from, to]] as const]
  })
  return Object.fromEntries(changed)
}

export function changedFields(before: unknown, after: unknown): string[] {
  const old = new Map<string, unknown>(Object.entries(before ?? {}))
  return Object.entries(after ?? {})
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name)
}
