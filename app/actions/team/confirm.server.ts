import { deletePost } from '#app/features/blog/change-post-state.server.ts'
import { deleteItem } from '#app/features/knowledge/items/change-item.server.ts'
import { deleteLead } from '#app/features/leads/delete-lead.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { Action, Call } from '../define-action.ts'
import { type Output, parseInput, runAction } from '../ready-action.server.ts'
import { actionsFor, readBefore } from './propose.server.ts'

export type Confirmed = {
  title: string
  /** What `undoConfirmed` takes; null for what stays, such as a note in a history. */
  undo: { action: string; input: Output } | null
}

/** What was made is deleted by these, with the permission that they ask for. */
const deletions: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<unknown>>> = {
  create_lead: deleteLead,
  create_post: deletePost,
  add_knowledge: deleteItem,
}

/** Does what was proposed, as the member; the audit log names the assistant beside them. @throws as the action. */
export async function confirmProposal(
  ctx: Ctx,
  { action: name, input: given }: { action: string; input: unknown },
  call: Call,
): Promise<Confirmed> {
  const as = withAssistant(ctx)
  const action = findChange(as, name)
  const input = parseInput(action.input, given)
  const before = action.effect === 'changes' ? await readBefore(as, action, input, call) : null
  const output = await runAction(as, action, input, call)
  return { title: action.title, undo: undoOf(action, { input, before, output }) }
}

/** @throws {AppError} not-found, or whatever keeps it from being as it was. */
export async function undoConfirmed(
  ctx: Ctx,
  undo: { action: string; input: Output },
  call: Call,
): Promise<void> {
  const as = withAssistant(ctx)
  const remove = deletions[undo.action]
  if (remove) await remove(as, String(undo.input['id']))
  else await runAction(as, findChange(as, undo.action), undo.input, call)
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

type Done = { input: Output; before: Output | null; output: Output }

function undoOf({ name }: Action, { input, before, output }: Done): Confirmed['undo'] {
  if (deletions[name]) return output['isNew'] === false ? null : { action: name, input: { id: output['id'] } }
  if (!before) return null
  const former = Object.keys(input).map((field) => [field, field in before ? before[field] : input[field]])
  return { action: name, input: { ...Object.fromEntries(former), ...keysOf(input) } }
}

/** What names the record is no value that changed. */
function keysOf({ id, name }: Output): Output {
  return id === undefined ? { name } : { id }
}
