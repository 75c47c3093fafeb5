import { z } from 'zod'

import {
  addCollection,
  listCollections,
} from '#app/features/knowledge/collections/change-collections.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { MAX_ASSISTANT_BYTES } from './assistant-choices.ts'
import { assistantSettings } from './assistant-settings.server.ts'
import { getAssistant, NEW_ASSISTANT, saveAssistant } from './change-assistants.server.ts'

const FORMAT = 'foyer-assistant'

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  name: z.string(),
  /** Names. */
  collections: z.array(z.string()).max(100),
  settings: assistantSettings,
})

/** Adds an assistant with the settings and collections of another; it is allowed on no site yet. @returns its id. */
export async function duplicateAssistant(ctx: Ctx, { id }: { id: string }): Promise<string> {
  requireActor(ctx, 'knowledge.write')
  const { name, settings, collections } = await getAssistant(ctx, id)
  const fields = { ...settings, origins: [] }
  return saveAssistant(ctx, { id: NEW_ASSISTANT, name: `${name.slice(0, 53)} (copy)`, collections, fields })
}

/** Returns an assistant as a JSON file, without its key and secrets. @throws {AppError} not-found. */
export async function exportAssistant(
  ctx: Ctx,
  id: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  requireActor(ctx, 'knowledge.read')
  const { name, settings, collections } = await getAssistant(ctx, id)
  const all = await listCollections(ctx)
  const named = all.filter((each) => collections.includes(each.id)).map((each) => each.name)
  const file = { format: FORMAT, version: 1, name, collections: named, settings }
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, { what: 'assistant.exported', subject: { id, title: name } }),
  )
  return { name: `${name}.json`, bytes: new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`) }
}

/**
 * Adds the assistant of such a file. Its collections are those of the same names; missing ones are added, empty.
 * @returns its id. @throws {FieldErrors} file.
 */
export async function importAssistant(ctx: Ctx, bytes: Uint8Array): Promise<string> {
  requireActor(ctx, 'knowledge.write')
  const { name, collections: wanted, settings } = readFile(bytes)
  return withTransaction(ctx, async (ctx) => {
    const known = new Map((await listCollections(ctx)).map((each) => [each.name.toLowerCase(), each.id]))
    const collections: string[] = []
    for (const each of wanted)
      collections.push(known.get(each.toLowerCase()) ?? (await addCollection(ctx, { name: each })).id)
    try {
      return await saveAssistant(ctx, { id: NEW_ASSISTANT, name, collections, fields: settings })
    } catch (error) {
      // The form has no field for the name.
      throw error instanceof FieldErrors ? new FieldErrors({ file: error.message }) : error
    }
  })
}

function readFile(bytes: Uint8Array): z.output<typeof fileSchema> {
  if (bytes.byteLength > MAX_ASSISTANT_BYTES)
    throw new FieldErrors({ file: 'This file is too large for an assistant.' })
  let content: unknown
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new FieldErrors({ file: 'This file is not an exported assistant: it is not JSON.' })
  }
  const parsed = fileSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const [fault = 'the file'] = Object.entries(firstFaults(parsed.error.issues)).map((each) => each.join(': '))
  throw new FieldErrors({
    file: `This file is not an exported assistant that can be read: ${fault}`.slice(0, 300),
  })
}
