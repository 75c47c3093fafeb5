import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type Goal, goalEvents } from './goal.ts'

const MOST_GOALS = 12
const kinds = ['page', ...Object.keys(goalEvents)] as ['page', ...(keyof typeof goalEvents)[]]

const goal = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(kinds),
  path: z.string().nullable(),
})

export const goals = defineSetting({
  key: 'analytics-goals',
  schema: z.object({ goals: z.array(goal) }),
  defaults: {
    goals: [
      { id: 'inquiry', name: 'Inquiry', kind: 'contact_form', path: null },
      { id: 'chat', name: 'Chat', kind: 'chat', path: null },
      { id: 'get-started', name: 'Get Started pressed', kind: 'service_inquiry', path: null },
    ],
  },
  audit: 'settings.goals',
  area: 'analytics',
  path: '/admin/analytics/goals',
})

export const newGoalSchema = z.object({
  name: z.string().default(''),
  kind: z.enum(kinds, 'Please choose what is counted.'),
  path: z.string().default(''),
})

/** @throws {FieldErrors} by field. */
export async function addGoal(ctx: Ctx, input: z.input<typeof newGoalSchema>): Promise<void> {
  requireActor(ctx, 'analytics.write')
  const given = newGoalSchema.parse(input)
  const { goals: known } = await goals.read(ctx)
  const name = given.name.trim()
  const errors: Record<string, string> = {}
  if (name === '' || name.length > 60) errors['name'] = 'Please enter a name of at most 60 characters.'
  else if (known.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    errors['name'] = 'A goal with this name already exists.'
  const path = given.kind === 'page' ? readPath(given.path) : null
  if (given.kind === 'page' && path === null)
    errors['path'] = 'Please enter the address of a page of this site, such as /contact/thank-you.'
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors)
  if (known.length >= MOST_GOALS)
    throw new AppError('conflict', `You already have ${MOST_GOALS} goals. Please remove one first.`)
  await goals.save(ctx, { goals: [...known, { id: newId(), name, kind: given.kind, path }] })
}

export async function removeGoal(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'analytics.write')
  const { goals: known } = await goals.read(ctx)
  const rest: Goal[] = known.filter((one) => one.id !== id)
  if (rest.length === known.length) throw new AppError('not-found', 'This goal no longer exists.')
  await goals.save(ctx, { goals: rest })
}

/** Returns the path of a URL of this site in the form in which visits are counted, or null. */
function readPath(text: string): string | null {
  const given = text.trim()
  const url =
    /^https?:\/\//i.test(given) || /^\/(?!\/)/.test(given) ? URL.parse(given, 'http://site.invalid') : null
  const path = url && (url.pathname.replace(/\/+$/, '') || '/')
  return path !== null && path.length <= 200 ? path : null
}
