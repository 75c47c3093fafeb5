import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'

import { isApp } from '#app/features/auth/oauth/app-actor.server.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { may, type Permission } from '#app/platform/permissions.ts'

import { allActions } from '../all-actions.server.ts'
import type { Action, Call } from '../define-action.ts'
import { runAction } from '../ready-action.server.ts'
import { inputSchema, outputSchema } from '../rest/openapi.server.ts'

let described: ReadonlyMap<string, { action: Action; tool: Tool }> | null = null

function everyTool() {
  described ??= new Map(allActions.map((action) => [action.name, { action, tool: toolOf(action) }]))
  return described
}

/** Listed for clients without a sign-in: calling it tells them where to sign in. */
const SIGN_IN = 'get_self'

/** Returns the tools that the caller may use; without a sign-in, the public ones. */
export function listTools({ actor }: Ctx): Tool[] {
  return [...everyTool().values()].flatMap(({ action: { name, permission }, tool }) =>
    permission === null ||
    (actor ? may(actor.role, permission) && isGranted(actor, permission) : name === SIGN_IN)
      ? [tool]
      : [],
  )
}

function isGranted({ scopes }: Actor, permission: Permission): boolean {
  return scopes?.includes(permission) ?? true
}

/** Returns the first permission that a message's calls lack and that signing in, or more consent, could grant. */
export function findMissingScope({ actor }: Ctx, message: unknown): Permission | null {
  const missing = [message].flat().map((each) => {
    const call = toolCall.safeParse(each)
    const permission = call.success ? everyTool().get(call.data.params.name)?.action.permission : null
    if (!permission) return null
    if (!actor) return permission
    return isApp(actor) && may(actor.role, permission) && !isGranted(actor, permission) ? permission : null
  })
  return missing.find((each) => each !== null) ?? null
}

const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) })

function toolOf(action: Action): Tool {
  const { name, title, description, effect } = action
  return {
    name,
    title,
    description,
    inputSchema: asSchema(inputSchema(action)),
    outputSchema: asSchema(outputSchema(action)),
    annotations: {
      title,
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes',
      idempotentHint: effect !== 'adds',
      openWorldHint: false,
    },
  }
}

function asSchema(schema: object): Tool['inputSchema'] {
  return { ...schema, type: 'object' }
}

/** Returns errors as results, so that the model can react to them. Null for an unknown tool. */
export async function callTool(
  ctx: Ctx,
  { name, input }: { name: string; input: unknown },
  call: Call,
): Promise<CallToolResult | null> {
  const found = everyTool().get(name)
  if (!found) return null
  try {
    const output = await runAction(ctx, found.action, input, call)
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const text = error instanceof FieldErrors ? sentenceOf(error) : error.message
    return { content: [{ type: 'text', text }], isError: true }
  }
}

function sentenceOf({ fields }: FieldErrors): string {
  return Object.entries(fields)
    .map(([field, fault]) => `${field}: ${fault}`)
    .join(' ')
}
