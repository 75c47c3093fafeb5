import type { z } from 'zod'

import {
  type Change,
  changedFields,
  changedValues,
  recordChange,
} from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/db/schema/audit.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import type { Area } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type Exported, registerExported } from './exported-settings.server.ts'
import { findSetting, storeSetting } from './stored-setting.server.ts'

type Fields = Readonly<Record<string, string>>
type SettingsChange = Extract<ChangeKind, `settings.${string}`>

type Reading<Schema extends z.ZodType, Need extends keyof Ctx> = {
  key: string
  /** Reads what is stored; for what the owner sets, it also reads a form (form-fields.ts). */
  schema: Schema
  /** What holds while nothing that fits the schema is stored. */
  defaults: z.output<Schema> | FindDefaults<Schema, Need>
  /** Turns what an older version stored into what the schema reads. */
  older?: (stored: unknown) => unknown
}

type FindDefaults<Schema extends z.ZodType, Need extends keyof Ctx> = (
  ctx: Pick<Ctx, Need | 'db'>,
) => Promise<z.output<Schema>>

/** What the owner sets in the admin. */
type Audited<Value> = {
  /** The kind of the audit log's entry. A function names what happened; then the entry lists no fields. */
  audit: SettingsChange | ((after: Value) => SettingsChange)
  /** Where it is set in the admin. */
  path: string
  /** Texts whose values the entry shows besides numbers and switches: none that is secret, long or about a visitor. */
  told?: readonly (keyof NonNullable<Value> & string)[]
  /** Whose permissions read and change it. */
  area?: Area
  /** What the entry is about, where that is not the setting itself. */
  subject?: (after: Value) => { id: string; title: string }
  /** Runs in the transaction of the change. */
  onSaved?: (ctx: Ctx, before: Value, after: Value) => Promise<void>
  /** A group that belongs to the site's content: exports of the content hold it. */
  exported?: Exported<Value>
}

/** What the software notes for itself: saved without an owner and without an entry in the audit log. */
type Unaudited = { audit: null }

export type Setting<Schema extends z.ZodType, Need extends keyof Ctx = 'db', Input = z.input<Schema>> = {
  readonly key: string
  readonly audit: Audited<z.output<Schema>>['audit'] | null
  /** Whose permissions it takes; for what the software notes for itself there are none. */
  readonly area: Area
  /** What is stored, or the defaults. */
  read: (ctx: Pick<Ctx, Need | 'db'>) => Promise<z.output<Schema>>
  /** The same for a page of the admin. @throws {AppError} unauthenticated without the owner. */
  readAsOwner: (ctx: Ctx) => Promise<z.output<Schema>>
  /** @throws {FieldErrors} by field. */
  parse: (input: unknown) => z.output<Schema>
  /**
   * Stores it and tells every instance.
   * @param alsoChanged names of fields that are stored elsewhere in the same transaction, for the audit log.
   * @throws {FieldErrors} by field.
   */
  save: (ctx: Ctx, input: Input, alsoChanged?: readonly string[]) => Promise<void>
  /**
   * Stores it as a part of another save, whose entry in the audit log names the fields that changed.
   * @returns their names, for `alsoChanged`
   * @throws {FieldErrors} by field.
   */
  saveAsPart: (ctx: Ctx, input: Input) => Promise<string[]>
  /** For `form` of http/form-action.server.ts. */
  form: { schema: Schema; run: (ctx: Ctx, input: z.output<Schema>) => Promise<void> }
}

/** Declares a group of settings: reading, saving and the audit log follow from it (docs/decisions/0044). */
export function defineSetting<Schema extends z.ZodType, Need extends keyof Ctx = 'db'>(
  declared: Reading<Schema, Need> & Audited<z.output<Schema>>,
): Setting<Schema, Need, z.input<Schema> | Fields>
export function defineSetting<Schema extends z.ZodType, Need extends keyof Ctx = 'db'>(
  declared: Reading<Schema, Need> & Unaudited,
): Setting<Schema, Need>
export function defineSetting<Schema extends z.ZodType, Need extends keyof Ctx>(
  declared: Reading<Schema, Need> & (Audited<z.output<Schema>> | Unaudited),
): Setting<Schema, Need, unknown> {
  const { key, schema, audit } = declared
  const area = (declared.audit !== null && declared.area) || 'settings'
  const read = readerOf(declared)

  function parse(input: unknown): z.output<Schema> {
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
    return parsed.data
  }

  async function save(ctx: Ctx, input: unknown, alsoChanged: readonly string[] = []): Promise<void> {
    if (declared.audit === null) return storeSetting(ctx, key, parse(input))
    requireActor(ctx, `${area}.write`)
    const after = parse(input)
    await withTransaction(ctx, async (ctx) => {
      const before = await store(ctx, after)
      await recordChange(ctx, entryOf(declared, { before, after, alsoChanged }))
    })
  }

  async function saveAsPart(ctx: Ctx, input: unknown): Promise<string[]> {
    requireActor(ctx, `${area}.write`)
    const after = parse(input)
    return withTransaction(ctx, async (ctx) => changedFields(await store(ctx, after), after))
  }

  async function store(ctx: Ctx, after: z.output<Schema>): Promise<z.output<Schema>> {
    const before = await read(ctx)
    await storeSetting(ctx, key, after)
    if (declared.audit !== null) await declared.onSaved?.(ctx, before, after)
    return before
  }

  if (declared.audit !== null && declared.exported) {
    const { exported } = declared
    // The registry hands over only what passed this schema, whose type it does not know.
    const known = (value: unknown) => value as z.output<Schema>
    registerExported(exported, {
      key,
      schema,
      read: exported.read ?? read,
      store: async (ctx, value) => void (await store(ctx, known(value))),
      accept: async (ctx, value) => exported.accept?.(ctx, known(value)) ?? value,
    })
  }
  return {
    key,
    audit,
    area,
    read,
    async readAsOwner(ctx) {
      requireActor(ctx, `${area}.read`)
      return read(ctx)
    },
    parse,
    save,
    saveAsPart,
    form: { schema, run: (ctx, input) => save(ctx, input) },
  }
}

/** The function that reads a setting, or the part of it that the schema names. */
export function readerOf<Schema extends z.ZodType, Need extends keyof Ctx = 'db'>({
  key,
  schema,
  defaults,
  older = (stored) => stored,
}: Reading<Schema, Need>): (ctx: Pick<Ctx, Need | 'db'>) => Promise<z.output<Schema>> {
  return async (ctx) => {
    const stored = await findSetting(ctx, key)
    const found = stored === undefined ? undefined : schema.safeParse(older(stored))
    if (found?.success) return found.data
    return isFunction(defaults) ? defaults(ctx) : defaults
  }
}

/** A stored value is JSON and so never a function, which the schema's type does not say. */
function isFunction<Schema extends z.ZodType, Need extends keyof Ctx>(
  defaults: z.output<Schema> | FindDefaults<Schema, Need>,
): defaults is FindDefaults<Schema, Need> {
  return typeof defaults === 'function'
}

type Saved<Value> = { before: Value; after: Value; alsoChanged: readonly string[] }

function entryOf<Value>(
  { key, audit, path, subject, told }: Audited<Value> & { key: string },
  { before, after, alsoChanged }: Saved<Value>,
): Change {
  const about = { ...(subject?.(after) ?? { id: key }), path }
  if (typeof audit === 'function') return { what: audit(after), subject: about }
  return {
    what: audit,
    subject: about,
    fields: [...changedFields(before, after), ...alsoChanged],
    values: changedValues(before, after, told),
  }
}
