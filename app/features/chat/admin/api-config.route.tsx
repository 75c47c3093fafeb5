import { data } from 'react-router'

import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import type { Toast } from '#app/ui/toast.tsx'

import { readApiConfig } from '#app/features/ai/config/read-api-config.server.ts'
import { removeApiKey } from '#app/features/ai/config/remove-api-key.server.ts'
import { saveApiConfig } from '#app/features/ai/config/save-api-config.server.ts'
import { testConnection } from '#app/features/ai/config/test-connection.server.ts'

import type { Route } from './+types/api-config.route.ts'
import type { ApiConfigAnswer } from './api-config-answer.ts'
import { ApiConfigForm } from './api-config-form.tsx'
import { ChatTabs } from './chat-tabs.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readApiConfig)
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const { intent, ...fields } = textFields(await readForm(request))
    try {
      if (intent === 'remove') {
        await removeApiKey(ctx, fields['provider'] ?? '')
        const toast = { title: 'Key removed', text: 'The assistant answers in demo mode without it.' }
        return data<ApiConfigAnswer>({ toast, savedAt: ctx.clock.now() })
      }
      if (intent === 'save') await saveApiConfig(ctx, fields)
      const { connected, ...tried } = await testConnection(ctx, fields)
      const connection = connected ? 'connected' : 'failed'
      if (intent === 'open') return data<ApiConfigAnswer>({ connection })
      const saved: Toast = { title: 'Saved', text: 'API configuration saved successfully!' }
      const toast: Toast = connected ? tried : { ...tried, tone: 'destructive' }
      return data<ApiConfigAnswer>({
        connection,
        toast: intent === 'save' && connected ? saved : toast,
        ...(intent === 'save' && { savedAt: ctx.clock.now() }),
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const errors = error instanceof FieldErrors ? error.fields : {}
      const text =
        Object.values(errors)[0] ?? (intent === 'save' ? 'Failed to save configuration' : error.message)
      return data<ApiConfigAnswer>(
        { toast: { title: 'Error', text, tone: 'destructive' }, errors },
        { status: error.status },
      )
    }
  })
}

export function meta() {
  return [{ title: 'API Configuration · Admin' }]
}

export default function ApiConfigRoute({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="API Configuration">
      <ChatTabs />
      <ApiConfigForm config={loaderData} />
    </AdminPage>
  )
}
