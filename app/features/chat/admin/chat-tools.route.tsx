import { Form } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import { chatTools, listToolChoices } from '../tools/chat-tools.server.ts'

import type { Route } from './+types/chat-tools.route.ts'
import { ChatbotTabs } from './chat-tabs.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ tools: await listToolChoices(ctx) }))
}

export const action = singleFormAction({
  ...chatTools.form,
  toast: { title: 'Saved', text: 'It applies from the next message.' },
  rejected: 'Not saved',
})

export function meta() {
  return [{ title: 'Tools · Admin' }]
}

export default function ChatToolsRoute({ loaderData: { tools } }: Route.ComponentProps) {
  return (
    <AdminPage title="Chatbot Settings">
      <ChatbotTabs />
      <Form
        method="post"
        aria-label="Tools"
        className="grid gap-5 rounded-lg border border-line bg-raised p-6"
      >
        <FormFields>
          <p className="text-secondary">
            What the assistant may do for visitors. Before anything changes, the visitor confirms it.
          </p>
          <input type="hidden" name="tools" value={tools.map(({ name }) => name).join(' ')} />
          <ul className="grid gap-3 sm:grid-cols-2">
            {tools.map(({ name, title, isOn }) => (
              <li key={name}>
                <label className="flex items-center gap-2.5">
                  <input type="checkbox" name={name} defaultChecked={isOn} className="size-4" />
                  {title}
                </label>
              </li>
            ))}
          </ul>
          <div>
            <Button type="submit" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}
