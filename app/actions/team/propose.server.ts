import type { Proposal } from '#app/features/admin/assistant/assistant-events.ts'
import { amountText } from '#app/lib/amounts.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { allActions } from '../all-actions.server.ts'
import type { Action, Call } from '../define-action.ts'
import { type Output, parseInput, runAction } from '../ready-action.server.ts'

/** Returns the actions the assistant may use for a member: it runs those that read and proposes the others. */
export function actionsFor({ actor }: Ctx): Action[] {
  return allActions.filter(({ permission, effect }) =>
    permission === null ? effect === 'reads' : actor !== null && may(actor.role, permission),
  )
}

/** Changes nothing. @throws {FieldErrors} if the action would fail. @throws {AppError} not-found, forbidden */
export async function propose(ctx: Ctx, action: Action, given: unknown, call: Call): Promise<Proposal> {
  if (action.permission !== null) requireActor(ctx, action.permission)
  const input = parseInput(action.input, given)
  const before = await readBefore(ctx, action, input, call)
  const values = Object.entries(input).filter(([name]) => name !== 'id' && name !== 'item')
  return {
    id: newId(),
    action: action.name,
    title: action.title,
    subject: before && subjectOf(action, input, before),
    values: await Promise.all(
      values.map(async ([name, value]) => ({
        label: labelOf(name),
        value: await shownValue(ctx, name, value),
      })),
    ),
    input,
  }
}

function subjectOf({ rest }: Action, { id }: Output, before: Output): Proposal['subject'] {
  const title = String(before['title'] ?? before['name'])
  if (rest.path.startsWith('/leads/')) return { title, path: `/admin/leads/${String(id)}` }
  if (rest.path.startsWith('/posts/')) return { title, path: `/admin/blog/${String(id)}` }
  if (rest.path.startsWith('/mails/'))
    return { title: String(before['subject']), path: `/admin/outbox/${String(id)}` }
  if (rest.path.startsWith('/today/')) return { title, path: '/admin' }
  return { title, path: '/admin/facts' }
}

/** Returns the record to be changed, through the action that reads it; null if the action creates one. */
export async function readBefore(
  ctx: Ctx,
  action: Action,
  input: Output,
  call: Call,
): Promise<Output | null> {
  if (action.name === 'change_fact') return listedBy(ctx, 'list_facts', ['name', input['name']], call)
  if (input['item'] !== undefined) return listedBy(ctx, 'list_today', ['item', input['item']], call)
  if (typeof input['id'] !== 'string') return null
  const path = action.rest.path.split('/').slice(0, 3).join('/')
  const reader = allActions.find(({ rest }) => rest.method === 'GET' && rest.path === path)
  return reader ? runAction(ctx, reader, { id: input['id'] }, call) : null
}

/** Returns the row of a short list in which the field has this value. @throws {AppError} not-found */
async function listedBy(
  ctx: Ctx,
  list: 'list_facts' | 'list_today',
  [field, name]: [string, unknown],
  call: Call,
): Promise<Output> {
  const reader = allActions.find((action) => action.name === list)
  const found = reader && (await runAction(ctx, reader, {}, call))
  const rows = found && Object.values(found).find((each): each is Output[] => Array.isArray(each))
  const row = rows?.find((each) => each[field] === name)
  if (!row) throw new AppError('not-found', `There is no such ${field === 'item' ? 'item' : 'fact'}.`)
  return row
}

/** `nextStep` is shown as `Next step`. */
function labelOf(name: string): string {
  const words = name
    .replace(/(Cents|Id)$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

async function shownValue(ctx: Ctx, name: string, value: unknown): Promise<string> {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (name.endsWith('Cents') && typeof value === 'number') return amountText(value)
  if (name === 'assigneeId') {
    const member = (await listMembers(ctx)).find(({ id }) => id === value)
    if (member) return member.name || member.email
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
