import type { z } from 'zod'

import type { VisitorCard } from '#app/lib/visitor-card.ts'
import type { CardSending, Ctx } from '#app/platform/context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type RestRoute = {
  method: Method
  /** Below /api/v1, with input fields in braces: `/leads/{id}`. */
  path: string
  /** Where the created record can be read, with output fields in braces. The response is then 201. */
  location?: string
}

export type Call = {
  clientAddress: string
  /** The time zone of a visitor's browser. */
  timeZone?: string | null
}

/** How the assistant proposes an action to a visitor (docs/decisions/0086). */
export type ActionCard<Input extends z.ZodObject = z.ZodObject> = {
  /** What the model may fill in; the visitor sees it and can complete it. */
  input: Input
  /** Replaces the action's description for the model. */
  description: string
  /** Must change nothing. */
  propose(ctx: Ctx, input: z.output<Input>, call: Call): Promise<VisitorCard>
  /** May run twice if a process dies; the second run must change nothing more. */
  press(ctx: Ctx, input: z.output<Input>, sending: CardSending): Promise<{ done: string; leadId: string }>
}

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = {
  /** The tool's name, such as `list_leads`. */
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Null if anybody may run it. */
  permission: Permission | null
  /**
   * adds: repeating adds another. changes: repeating has no further effect. A person confirms either before an assistant
   * runs it.
   */
  effect: 'reads' | 'adds' | 'changes'
  /** Whether the assistant may offer it to visitors. */
  isForVisitors: boolean
  /** Required for visitors if the action changes something. */
  card?: ActionCard
  rest: RestRoute
}

/** Runs in the caller's transaction if the action changes something. */
type Run<Input, Output> = { run(ctx: Ctx, input: Input, call: Call): Promise<Output> }

/** Does the slow work before the transaction, without storing anything lasting. Returns a function for the transaction. */
type Prepare<Input, Output> = {
  prepare(ctx: Ctx, input: Input, call: Call): Promise<(ctx: Ctx) => Promise<Output>>
}

export type Action<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Declared<Input, Output> &
  (Run<z.output<Input>, z.input<Output>> | Prepare<z.output<Input>, z.input<Output>>)

/** Declares an action: tools, the API and its document are generated from it (docs/decisions/0081). */
export function defineAction<Input extends z.ZodObject, Output extends z.ZodObject>(
  action: Action<Input, Output>,
): Action<Input, Output> {
  return action
}

export function defineCard<Input extends z.ZodObject>(card: ActionCard<Input>): ActionCard {
  return card
}
