import type { z } from 'zod'

import type { VisitorCard } from '#app/lib/visitor-card.ts'
import type { CardSending, Ctx } from '#app/platform/context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type RestRoute = {
  method: Method
  /** Below /api/v1, with the names of the input's fields in braces: `/leads/{id}`. */
  path: string
  /** Where what was made is read, with fields of the output in braces. The answer is then 201. */
  location?: string
}

/** What an action may ask about who calls it. */
export type Call = {
  clientAddress: string
  /** Of a visitor's browser, where one asks. */
  timeZone?: string | null
}

/** How the assistant proposes an action to a visitor (docs/decisions/0086). */
export type ActionCard<Input extends z.ZodObject = z.ZodObject> = {
  /** What the model may fill in; the visitor sees it, and can complete it. */
  input: Input
  /** For the model, in place of the action's. */
  description: string
  /** Changes nothing. */
  propose(ctx: Ctx, input: z.output<Input>, call: Call): Promise<VisitorCard>
  /** May run twice when a process dies: the second time changes nothing more. */
  press(ctx: Ctx, input: z.output<Input>, sending: CardSending): Promise<{ done: string; leadId: string }>
}

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = {
  /** Of the tool, such as `list_leads`. */
  name: string
  title: string
  /** For people and for models. */
  description: string
  input: Input
  output: Output
  /** Null: anybody may. */
  permission: Permission | null
  /** adds: again does it again. changes: again changes nothing more. */
  effect: 'reads' | 'adds' | 'changes'
  /** Whether the assistant may offer it to visitors. */
  isForVisitors: boolean
  /** Whether a person must agree before an assistant does it. */
  asksFirst: boolean
  /** For visitors, where the action changes something. */
  card?: ActionCard
  rest: RestRoute
}

/** Runs in the caller's transaction if the action changes something. */
type Run<Input, Output> = { run(ctx: Ctx, input: Input, call: Call): Promise<Output> }

/** Does what takes long before a transaction is open, and returns the rest. */
type Prepare<Input, Output> = {
  prepare(ctx: Ctx, input: Input, call: Call): Promise<(ctx: Ctx) => Promise<Output>>
}

export type Action<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Declared<Input, Output> &
  (Run<z.output<Input>, z.input<Output>> | Prepare<z.output<Input>, z.input<Output>>)

/** Declares what may be done: tools, the API and its document are made of it (docs/decisions/0081). */
export function defineAction<Input extends z.ZodObject, Output extends z.ZodObject>(
  action: Action<Input, Output>,
): Action<Input, Output> {
  return action
}

export function defineCard<Input extends z.ZodObject>(card: ActionCard<Input>): ActionCard {
  return card
}
