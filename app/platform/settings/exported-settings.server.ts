import type { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { Area } from '#app/platform/permissions.ts'

/** How a group of settings is exported with the site's content. */
export type Exported<Value> = {
  /** The file name without folder and extension. */
  file: string
  /** Fields of the installation: they are not exported, and an import keeps them. */
  without?: readonly string[]
  /** Returns the value to export, if it is not the stored one. */
  read?: (ctx: Ctx) => Promise<unknown>
  /** Checks what a schema cannot, such as images, and returns the value to store. @throws {FieldErrors} */
  accept?: (ctx: Ctx, value: Value) => Promise<Value>
}

export type ExportedSetting = {
  file: string
  key: string
  /** The area of the permission to change it. */
  area: Area
  schema: z.ZodType
  /** Returns the value to export. */
  read: (ctx: Ctx) => Promise<unknown>
  /** Adds the installation's own fields to an imported value. */
  complete: (ctx: Ctx, imported: unknown) => Promise<unknown>
  /** Returns what to store for a value that passed the schema. @throws {FieldErrors} */
  accept: (ctx: Ctx, value: unknown) => Promise<unknown>
  /** Stores a value that passed the schema, without an entry in the audit log. */
  store: (ctx: Ctx, value: unknown) => Promise<void>
}

type Stored = Pick<ExportedSetting, 'key' | 'area' | 'schema' | 'read' | 'accept' | 'store'>

/** Filled by the declarations when their modules are loaded. */
const byFile = new Map<string, ExportedSetting>()

/** Returns every group of settings that belongs to the site's content, sorted by file. */
export function exportedSettings(): ExportedSetting[] {
  return [...byFile.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1))
}

export function registerExported(
  { file, without = [] }: Pick<Exported<never>, 'file' | 'without'>,
  setting: Stored,
): void {
  byFile.set(file, {
    ...setting,
    file,
    async read(ctx) {
      return leave(await setting.read(ctx), without)
    },
    async complete(ctx, imported) {
      const current = await setting.read(ctx)
      if (without.length === 0 || !isFields(imported) || !isFields(current)) return imported
      const kept = Object.fromEntries(without.map((name) => [name, current[name]]))
      return { ...imported, ...kept }
    },
  })
}

function leave(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || !isFields(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
