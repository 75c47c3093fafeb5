import type { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { Action, Call } from './define-action.ts'

export type Output = Record<string, unknown>

/** An action whose caller and input were checked, ready to run. */
export type ReadyAction = (ctx: Ctx) => Promise<Output>

/** Returns the input. @throws {FieldErrors} by field. @throws {AppError} unauthenticated, forbidden */
export function checkAction(ctx: Ctx, action: Action, given: unknown): Output {
  if (action.permission !== null) requireActor(ctx, action.permission)
  return parseInput(action.input, given)
}

/** @throws {FieldErrors} by field. @throws {AppError} unauthenticated, forbidden */
export async function readyAction(
  ctx: Ctx,
  action: Action,
  given: unknown,
  call: Call,
): Promise<ReadyAction> {
  const input = checkAction(ctx, action, given)
  const run =
    'prepare' in action
      ? await action.prepare(ctx, input, call)
      : (later: Ctx) => action.run(later, input, call)
  // Parsing removes whatever the output schema does not name.
  return async (later) => action.output.parse(await run(later))
}

/** @throws {FieldErrors} by field. */
export function parseInput<Schema extends z.ZodObject>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new FieldErrors(faultsOf(parsed.error.issues))
  requireReadable(parsed.data)
  return parsed.data
}

/** Runs an action, in a transaction if it changes something. */
export async function runAction(ctx: Ctx, action: Action, given: unknown, call: Call): Promise<Output> {
  const ready = await readyAction(ctx, action, given, call)
  return action.effect === 'reads' ? ready(ctx) : withTransaction(ctx, ready)
}

function faultsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const issue of issues) {
    const names =
      issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? 'input'] : [...issue.path]
    faults[names.join('.') || 'input'] ??= issue.message
  }
  return faults
}

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. @throws {FieldErrors} */
function requireReadable(input: Output): void {
  for (const [name, value] of Object.entries(input))
    for (const text of [value].flat())
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
        throw new FieldErrors({ [name]: 'This contains characters that cannot be read.' })
}
