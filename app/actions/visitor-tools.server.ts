import type { VisitorTool } from '#app/platform/context.server.ts'

import { allActions } from './all-actions.server.ts'
import type { Action } from './define-action.ts'
import { runAction } from './ready-action.server.ts'
import { inputSchema } from './rest/openapi.server.ts'

let made: readonly VisitorTool[] | null = null

/** What the assistant may do for visitors: the actions that say so. */
export function visitorTools(): readonly VisitorTool[] {
  made ??= allActions.filter(({ isForVisitors, effect }) => isForVisitors && effect === 'reads').map(toolOf)
  return made
}

function toolOf(action: Action): VisitorTool {
  const { name, title, description } = action
  return {
    name,
    title,
    description,
    schema: { ...inputSchema(action), type: 'object' },
    // A visitor may no more than a stranger, whoever is signed in.
    run: (ctx, input, visit) => runAction({ ...ctx, actor: null }, action, input, visit),
  }
}
