import { fill } from '#app/lib/messages.ts'
import { acceptedKinds, type FileKind, fileKinds, MEGABYTE, usualFileRules } from '#app/lib/question-files.ts'
import { answerField } from '#app/lib/question.ts'
import { safeFileName } from '#app/lib/safe-file-name.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { leadsTexts } from '../messages.ts'
import { contactQuestions } from '../questions/contact-questions.server.ts'
import { isRoomUsedUp, storeWaiting } from './inquiry-files.server.ts'
import { readFileKindTask } from './read-file-kind.ts'

const perAddress: ThrottleRule = { name: 'inquiry-files', limit: 20, windowMs: HOUR }

/** A file as a form sent it. */
export type PostedFile = { field: string; file: File }

/** A file that was checked and, unless it is refused, stored. */
export type ReceivedFile = {
  field: string
  name: string
  size: number
  /** Hash of the content, by which a repeated send is recognised. */
  digest: string
  stored: { id: string } | { fault: string } | { refusal: AppError }
}

/** Returns the file of a form; null if none was chosen. */
export function postedFile(form: FormData): PostedFile | null {
  for (const [field, value] of form)
    // Browsers send an empty part without a name if no file was chosen.
    if (typeof value !== 'string' && (value.name !== '' || value.size > 0)) return { field, file: value }
  return null
}

/** Checks and stores a file before its inquiry. Returns null if no question asked for it. */
export async function receiveFile(
  ctx: Ctx,
  posted: PostedFile | null,
  clientAddress: string,
): Promise<ReceivedFile | null> {
  if (!posted) return null
  const { field, file } = posted
  const { asked, former } = await contactQuestions.read(ctx)
  const question = [...asked, ...former].find(({ id }) => answerField(id) === field)
  if (!question) return null
  const { errors, questions: texts } = await wordedTexts(ctx, leadsTexts)
  const rules = question.file ?? usualFileRules
  const limit = rules.megabytes
  const bytes = await file.bytes()
  const name = safeFileName(file.name)
  const received = { field, name, size: bytes.length, digest: await digestOf(bytes) }
  const refused = (fault: string): ReceivedFile => ({ ...received, stored: { fault } })
  if (bytes.length === 0) return refused(errors.fileEmpty)
  if (bytes.length > limit * MEGABYTE) return refused(fill(texts.fileTooLarge, { limit }))
  const kind = await readKind(ctx, bytes)
  if (kind === 'damaged') return refused(errors.fileUnreadable)
  if (kind === null || !rules.accepts.includes(fileKinds[kind].group))
    return refused(fill(errors.fileKind, { kinds: acceptedKinds(rules) }))
  if (await isRoomUsedUp(ctx, bytes.length)) return refused(errors.filesFull)
  try {
    await countAddress(ctx, perAddress, clientAddress)
  } catch (error) {
    // Thrown only if the inquiry is not stored yet, because a repeated send must succeed.
    if (error instanceof AppError) return { ...received, stored: { refusal: error } }
    throw error
  }
  return { ...received, name: withEnding(name, kind), stored: { id: await storeWaiting(ctx, bytes) } }
}

async function readKind(ctx: Ctx, bytes: Uint8Array) {
  try {
    return (await ctx.pool.run(readFileKindTask, { bytes })).kind
  } catch (error) {
    if (error instanceof OverBudget) return 'damaged'
    throw error
  }
}

/** Computed in a thread, so that a large file delays no other request. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url')
}

/** The name must not promise another kind than the content. */
function withEnding(name: string, kind: FileKind): string {
  const endings: readonly string[] = fileKinds[kind].endings
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && endings.includes(ending) ? name : `${name}.${endings[0]}`
}
