import type { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'

/** How a group of settings stands in exports of the site's content. */
export type Exported<Value> = {
  /** The name of its file, without folder and ending. */
  file: string
  /** Fields that stay with the installation: they are not exported, and an import leaves them as they are. */
  without?: readonly string[]
  /** What holds, where that is not what is stored. */
  read?: (ctx: Ctx) => Promise<unknown>
  /** Checks what a schema cannot, such as pictures, and gives what is to be stored. @throws {FieldErrors} */
  accept?: (ctx: Ctx, value: Value) => Promise<Value>
}

export type ExportedSetting = {
  file: string
  key: string
  schema: z.ZodType
  /** What is exported. */
  read: (ctx: Ctx) => Promise<unknown>
  /** The whole value that an imported one stands for: fields that stay are added. */
  complete: (ctx: Ctx, imported: unknown) => Promise<unknown>
  /** What is stored of a value that passed the schema. @throws {FieldErrors} */
  accept: (ctx: Ctx, value: unknown) => Promise<unknown>
  /** Stores a value that passed the schema, without an entry in the audit log. */
  store: (ctx: Ctx, value: unknown) => Promise<void>
}

type Stored = Pick<ExportedSetting, 'key' | 'schema' | 'read' | 'accept' | 'store'>

/** Filled by the declarations themselves as their modules are loaded. */
const byFile = new Map<string, ExportedSetting>()

/** Every group of settings that belongs to the site's content, in the order of their files. */
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
