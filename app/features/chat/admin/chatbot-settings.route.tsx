import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'

import { chatbotSettings } from '../settings/chatbot-settings.server.ts'

import type { Route } from './+types/chatbot-settings.route.ts'
import { ChatbotTabs } from './chat-tabs.tsx'
import { ChatbotSettingsForm } from './chatbot-settings-form.tsx'
import { TestBox } from './test-box.tsx'

const FORM = 'chatbot-settings'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, chatbotSettings.readAsOwner)
}

export const action = singleFormAction({
  ...chatbotSettings.form,
  toast: { title: 'Saved', text: 'Chatbot configuration saved successfully' },
  rejected: 'Error',
})

export function meta() {
  return [{ title: 'Chatbot Settings · Admin' }]
}

export default function ChatbotSettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Chatbot Settings">
      <ChatbotTabs />
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <ChatbotSettingsForm id={FORM} settings={loaderData} errors={actionData?.errors ?? {}} />
        <TestBox formId={FORM} botName={loaderData.botName} />
      </div>
    </AdminPage>
  )
}
