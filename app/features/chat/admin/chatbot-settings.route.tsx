import { data } from 'react-router'

import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import type { Toast } from '#app/ui/toast.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { readChatbotSettings } from '../settings/read-chatbot-settings.server.ts'
import { saveChatbotSettings } from '../settings/save-chatbot-settings.server.ts'

import type { Route } from './+types/chatbot-settings.route.ts'
import { ChatbotSettingsForm } from './chatbot-settings-form.tsx'
import { TestBox } from './test-box.tsx'

const FORM = 'chatbot-settings'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readChatbotSettings)
}

type Answer = { toast: Toast; errors?: Readonly<Record<string, string>> }

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    try {
      await saveChatbotSettings(ctx, textFields(await readForm(request)))
      return data<Answer>({ toast: { title: 'Saved', text: 'Chatbot configuration saved successfully' } })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const toast: Toast = { title: 'Error', text: error.message, tone: 'destructive' }
      const errors = error instanceof FieldErrors ? error.fields : {}
      return data<Answer>({ toast, errors }, { status: error.status })
    }
  })
}

export function meta() {
  return [{ title: 'Chatbot Settings · Admin' }]
}

export default function ChatbotSettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  useActionToast(actionData)
  return (
    <AdminPage title="Chatbot Settings">
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <ChatbotSettingsForm id={FORM} settings={loaderData} errors={actionData?.errors ?? {}} />
        <TestBox formId={FORM} botName={loaderData.botName} />
      </div>
    </AdminPage>
  )
}
