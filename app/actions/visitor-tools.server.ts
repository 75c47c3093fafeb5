import type { VisitorTool } from '#app/platform/context.server.ts'

import { allActions } from './all-actions.server.ts'
import type { Action } from './define-action.ts'
import { parseInput, runAction } from './ready-action.server.ts'
import { inputSchema } from './rest/openapi.server.ts'

let made: readonly VisitorTool[] | null = null

export function visitorTools(): readonly VisitorTool[] {
  made ??= allActions.filter(({ isForVisitors }) => isForVisitors).map(toolOf)
  return made
}

/** The tool runs without an actor: a member who uses the public chat has only a visitor's rights. */
function toolOf(action: Action): VisitorTool {
  const { name, title, description, card } = action
  if (card)
    return {
      name,
      title,
      description: `${card.description} Shows a card, whose button does it.`,
      schema: plainSchema(card),
      propose: async (ctx, input, visit) =>
        card.propose({ ...ctx, actor: null }, parseInput(card.input, input), visit),
      press: async (ctx, input, sending) =>
        card.press({ ...ctx, actor: null }, parseInput(card.input, input), sending),
    }
  if (action.effect !== 'reads') throw new Error(`${name} changes something, and has no card.`)
  return {
    name,
    title,
    description,
    schema: plainSchema(action),
    run: (ctx, input, visit) => runAction({ ...ctx, actor: null }, action, input, visit),
  }
}

/** Omits limits, which are validated anyway, because every request to the model pays for them. */
export function plainSchema(of: Pick<Action, 'input'>): object {
  const { properties, required } = inputSchema(of)
  const plain = Object.entries(properties).map(([name, each]) => [name, plainProperty(each)])
  return { type: 'object', properties: Object.fromEntries(plain), required }
}

type Property = { type?: string; enum?: readonly string[]; items?: Property; anyOf?: readonly Property[] }

/** Removes null from a nullable type. Keeps the type of items, because Gemini rejects an array without it. */
function plainProperty({ description, ...schema }: Record<string, unknown>): object {
  // The cast is safe, because zod wrote the schema.
  const given = schema as Property
  const { type, items, enum: values } = given.anyOf?.find((each) => each.type !== 'null') ?? given
  return { type, description, enum: values, items: items && { type: items.type } }
}
