import { Form } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'

import type { Route } from './+types/goals.route.ts'
import { type Goal, goalEvents } from './goal.ts'
import { addGoal, goals, newGoalSchema, removeGoal } from './goals.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, (ctx) => goals.readAsOwner(ctx))
}

export const action = formAction({
  add: form({
    schema: newGoalSchema,
    run: addGoal,
    toast: { title: 'Goal added', text: 'Earlier visits and events are counted too.' },
    rejected: 'Not added',
  }),
  remove: form({
    schema: z.object({ id: z.string() }),
    run: removeGoal,
    toast: { title: 'Goal removed', text: 'The events it counted are kept.' },
    rejected: 'Not removed',
  }),
})

export function meta() {
  return [{ title: 'Goals · Admin' }]
}

export default function GoalsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Goals">
      <BackLink to="/admin/analytics" name="Analytics" />
      <GoalList goals={loaderData.goals} />
      <Form
        method="post"
        aria-label="New goal"
        className="grid max-w-2xl gap-6 rounded-lg border border-line bg-raised p-6"
      >
        <FormFields>
          <h2 className="text-lg font-semibold">New goal</h2>
          <TextField
            id="name"
            name="name"
            label="Name"
            required
            maxLength={60}
            error={actionData?.errors['name']}
          />
          <div className="grid gap-1.5">
            <label htmlFor="kind" className="text-sm">
              Reached when
            </label>
            <Select id="kind" name="kind" defaultValue="page">
              <option value="page">A page is visited</option>
              {Object.entries(goalEvents).map(([kind, title]) => (
                <option key={kind} value={kind}>
                  {title}
                </option>
              ))}
            </Select>
          </div>
          <TextField
            id="path"
            name="path"
            label="Address of the page"
            placeholder="/contact/thank-you"
            hint="Only if a page is visited. A page visit counts once a day per visitor; everything else counts every time."
            error={actionData?.errors['path']}
          />
          <div>
            <Button type="submit" name="intent" value="add" tone="solid">
              Add goal
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

function GoalList({ goals: known }: { goals: readonly Goal[] }) {
  if (known.length === 0) return <p className="text-secondary">There are no goals.</p>
  return (
    <ul
      aria-label="Goals"
      className="max-w-2xl divide-y divide-line rounded-lg border border-line bg-raised text-sm"
    >
      {known.map(({ id, name, kind, path }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 px-5 py-3">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{name}</p>
            <p className="truncate text-muted">
              {kind === 'page' ? <bdi>{`Visits of ${path}`}</bdi> : goalEvents[kind]}
            </p>
          </div>
          <Form method="post">
            <FormFields>
              <input type="hidden" name="id" value={id} />
              <Button
                type="submit"
                name="intent"
                value="remove"
                tone="outline"
                size="md"
                aria-label={`Remove ${name}`}
              >
                Remove
              </Button>
            </FormFields>
          </Form>
        </li>
      ))}
    </ul>
  )
}
