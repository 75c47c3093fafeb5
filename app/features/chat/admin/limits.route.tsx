import { Form } from 'react-router'

import {
  type ChatLimits,
  chatLimits,
  type ChatLimitsView,
  readChatLimits,
} from '#app/features/chat/limits/chat-limits.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { Route } from './+types/limits.route.ts'
import { ChatTabs } from './chat-tabs.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readChatLimits)
}

export const action = singleFormAction({
  ...chatLimits.form,
  toast: { title: 'Saved', text: 'The limits apply from the next message.' },
  rejected: 'Not saved',
})

export function meta() {
  return [{ title: 'Limits · Admin' }]
}

const counts: readonly (readonly [name: Exclude<keyof ChatLimits, 'prices'>, label: string])[] = [
  ['messagesPerMinute', 'Messages per minute, per IP address'],
  ['streamsPerAddress', 'Simultaneous replies, per IP address'],
  ['messagesPerConversation', 'Messages per conversation'],
  ['streamsInAll', 'Simultaneous replies, in total'],
  ['dailyCap', 'Daily spending cap ($)'],
  ['monthlyCap', 'Monthly spending cap ($)'],
]

export default function LimitsRoute({ loaderData: limits, actionData }: Route.ComponentProps) {
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage title="API Configuration">
      <ChatTabs />
      <Spending limits={limits} />
      <Form
        method="post"
        aria-label="Limits"
        className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
      >
        <FormFields>
          {counts.map(([name, label]) => (
            <TextField
              key={name}
              id={name}
              name={name}
              label={label}
              inputMode="decimal"
              required
              defaultValue={limits[name]}
              error={errors[name]}
            />
          ))}
          <Field
            id="prices"
            label="Your own prices"
            hint="One model per line, with its prices in dollars per million input and output tokens: gpt-4o 2.5 10. Other models count at their list prices."
            error={errors['prices']}
            className="sm:col-span-2"
          >
            <TextArea
              {...fieldControl('prices', errors['prices'], 'hint')}
              name="prices"
              rows={3}
              defaultValue={limits.prices
                .map(({ model, input, output }) => `${model} ${input} ${output}`)
                .join('\n')}
            />
          </Field>
          <div className="sm:col-span-2">
            <Button type="submit" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The spending compared with the caps. The owner gets a mail at 80% and at 100%. */
function Spending({ limits }: { limits: ChatLimitsView }) {
  const spans = [
    { name: 'Today (UTC)', spent: limits.spentToday, cap: limits.dailyCap },
    { name: 'This month', spent: limits.spentThisMonth, cap: limits.monthlyCap },
  ]
  return (
    <ul aria-label="Spending" className="grid gap-3 sm:grid-cols-2">
      {spans.map(({ name, spent, cap }) => (
        <li key={name} className="grid gap-2 rounded-lg border border-line bg-raised px-5 py-4">
          <p className="flex justify-between gap-4">
            <span className="text-secondary">{name}</span>
            <span className="tabular-nums">
              {dollars.format(spent)} of {dollars.format(cap)}
            </span>
          </p>
          <progress aria-label={name} value={Math.min(spent, cap)} max={cap || 1} className="h-1.5 w-full" />
        </li>
      ))}
    </ul>
  )
}
