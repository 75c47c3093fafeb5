import { isDeepStrictEqual } from 'node:util'

import { deletePost } from '#app/features/blog/change-post-state.server.ts'
import { deleteItem } from '#app/features/knowledge/items/change-item.server.ts'
import { deleteLead } from '#app/features/leads/delete-lead.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { Action, Call } from '../define-action.ts'
import { checkAction, type Output, type ReadyAction, readyAction, runAction } from '../ready-action.server.ts'
import { Problem } from '../rest/problem.ts'
import { findReplay, onceForKey } from '../rest/replay.server.ts'
import { actionsFor, readBefore } from './propose.server.ts'

export type Confirmed = {
  title: string
  /** Input of `undoConfirmed`; null if the change cannot be undone, such as a note in a history. */
  undo: Undo | null
}

/** `made` holds the values that the change left in the fields of `input`; null if undoing deletes the record. */
type Undo = { action: string; input: Output; made: Output | null }

/** The verbs that undo a creation; each checks its own permission. */
const deletions: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<unknown>>> = {
  create_lead: deleteLead,
  create_post: deletePost,
  add_knowledge: deleteItem,
}

type Proposed = {
  /** The card's id; a card runs once however often it is pressed. */
  id: string
  action: string
  input: unknown
}

/** Runs a proposal as the member; the audit log also names the assistant. @throws whatever the action throws */
export async function confirmProposal(
  ctx: Ctx,
  { id, action: name, input: given }: Proposed,
  call: Call,
): Promise<Confirmed> {
  const as = withAssistant(ctx)
  const action = findChange(as, name)
  const input = checkAction(as, action, given)
  // An item of Today has no record to read once it is settled, so undoing restores the whole item.
  const isRecord = action.effect === 'changes' && input['item'] === undefined
  const confirm = async (ready: ReadyAction, later: Ctx): Promise<Confirmed> => {
    const before = isRecord ? await readBefore(later, action, input, call) : null
    const output = await ready(later)
    const after = before && (await readBefore(later, action, input, call))
    return { title: action.title, undo: undoOf(action, { input, before, after, output }) }
  }
  const asked = { key: `assistant:${id}`, request: JSON.stringify([name, input]) }
  const makeChange = async () => {
    const ready = await readyAction(as, action, given, call)
    return withTransaction(as, (later) =>
      onceForKey(later, asked, async () => ({
        status: 200,
        location: null,
        body: JSON.stringify(await confirm(ready, later)),
      })),
    )
  }
  try {
    const { body } = (await findReplay(as, asked)) ?? (await makeChange())
    return JSON.parse(body) as Confirmed
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new AppError('conflict', 'This card was already confirmed with other values. Please ask again.')
  }
}

/** @throws {AppError} not-found, conflict if the record was changed since, or whatever the reverting action throws */
export async function undoConfirmed(
  ctx: Ctx,
  { action: name, input, made }: Undo,
  call: Call,
): Promise<void> {
  const as = withAssistant(ctx)
  const remove = deletions[name]
  if (remove) {
    await remove(as, String(input['id']))
    return
  }
  const action = findChange(as, name)
  const now = made && (await readBefore(as, action, input, call))
  if (now && Object.entries(made).some(([field, value]) => !isDeepStrictEqual(now[field], value)))
    throw new AppError('conflict', 'Somebody has changed it since then, so it was left as it is.')
  await runAction(as, action, input, call)
}

function withAssistant(ctx: Ctx): Ctx {
  const actor = requireActor(ctx, 'account.read')
  return { ...ctx, actor: { ...actor, device: `Assistant · ${actor.device}` } }
}

function findChange(ctx: Ctx, name: string): Action {
  const action = actionsFor(ctx).find((each) => each.name === name)
  if (!action || action.effect === 'reads')
    throw new AppError('not-found', 'Your role does not allow this, or it no longer exists.')
  return action
}

type Done = { input: Output; before: Output | null; after: Output | null; output: Output }

function undoOf({ name }: Action, { input, before, after, output }: Done): Undo | null {
  if (deletions[name])
    return output['isNew'] === false ? null : { action: name, input: { id: output['id'] }, made: null }
  if (name === 'settle_item') {
    const { item, did, before: step } = output
    return { action: 'restore_item', input: { item, did, before: step }, made: null }
  }
  if (!before) return null
  const fields = Object.keys(input)
  const former = fields.map((field) => [field, field in before ? before[field] : input[field]])
  const made = fields.filter((field) => after && field in after).map((field) => [field, after?.[field]])
  return {
    action: name,
    input: { ...Object.fromEntries(former), ...keysOf(input) },
    made: Object.fromEntries(made) as Output,
  }
}

/** The fields that identify the record are not among the changed values. */
function keysOf({ id, name }: Output): Output {
  return id === undefined ? { name } : { id }
}
