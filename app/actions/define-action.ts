import type { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
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
