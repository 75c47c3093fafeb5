import type { z } from 'zod'

import {
  type Change,
  changedFields,
  changedValues,
  recordChange,
} from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
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
  /** Parses the stored value and, for settings of the owner, also a form (form-fields.ts). */
  schema: Schema
  /** Applies while no valid value is stored. */
  defaults: z.output<Schema> | FindDefaults<Schema, Need>
  /** Converts a value that an older version stored. */
  older?: (stored: unknown) => unknown
}

type FindDefaults<Schema extends z.ZodType, Need extends keyof Ctx> = (
  ctx: Pick<Ctx, Need | 'db'>,
) => Promise<z.output<Schema>>

/** A setting that the owner changes in the admin. */
type Audited<Value> = {
  /** Kind of the audit log's entry. If a function returns it, the entry lists no fields. */
  audit: SettingsChange | ((after: Value) => SettingsChange)
  /** The admin page of the setting. */
  path: string
  /** Texts whose values the entry shows in addition to numbers and booleans; never secret, long or about a visitor. */
  told?: readonly (keyof NonNullable<Value> & string)[]
  /** The area of the permissions to read and change it. */
  area?: Area
  /** The subject of the entry, if it is not the setting itself. */
  subject?: (after: Value) => { id: string; title: string }
  /** Runs in the transaction of the change. */
  onSaved?: (ctx: Ctx, before: Value, after: Value) => Promise<void>
  /** Set if the setting is part of the site's content, and so of its exports. */
  exported?: Exported<Value>
}

/** A setting that the software stores for itself, without an actor or an entry in the audit log. */
type Unaudited = { audit: null }

export type Setting<Schema extends z.ZodType, Need extends keyof Ctx = 'db', Input = z.input<Schema>> = {
  readonly key: string
  readonly audit: Audited<z.output<Schema>>['audit'] | null
  /** The area of its permissions. Not used if the software stores it for itself. */
  readonly area: Area
  /** Returns the stored value or the defaults. */
  read: (ctx: Pick<Ctx, Need | 'db'>) => Promise<z.output<Schema>>
  /** Reads it for an admin page. @throws {AppError} unauthenticated or forbidden. */
  readAsOwner: (ctx: Ctx) => Promise<z.output<Schema>>
  /** @throws {FieldErrors} by field. */
  parse: (input: unknown) => z.output<Schema>
  /**
   * Stores it and informs every instance.
   * @param alsoChanged names of fields that are stored elsewhere in the same transaction, for the audit log.
   * @throws {FieldErrors} by field.
   */
  save: (ctx: Ctx, input: Input, alsoChanged?: readonly string[]) => Promise<void>
  /**
   * Stores it as part of another save, whose entry in the audit log names the changed fields.
   * @returns their names, for `alsoChanged`
   * @throws {FieldErrors} by field.
   */
  saveAsPart: (ctx: Ctx, input: Input) => Promise<string[]>
  /** For `form` of http/form-action.server.ts. */
  form: { schema: Schema; run: (ctx: Ctx, input: z.output<Schema>) => Promise<void> }
}

/** Declares a group of settings, with reading, saving and the audit log (docs/decisions/0044). */
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
    // The registry only passes values that passed this schema, but it does not know their type.
    const known = (value: unknown) => value as z.output<Schema>
    registerExported(exported, {
      key,
      area,
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

/** Returns a function that reads a setting, or the part of it that the schema describes. */
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

/** Stored values are JSON and so never functions, which the schema's type does not tell. */
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
