import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'

import { readApiConfig } from '#app/features/ai/config/api-config.server.ts'

import type { Route } from './+types/api-config.route.ts'
import { ApiConfigForm } from './api-config-form.tsx'
import { changeApiConfig } from './change-api-config.server.ts'
import { ChatTabs } from './chat-tabs.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readApiConfig)
}

export const action = changeApiConfig

export function meta() {
  return [{ title: 'API Configuration · Admin' }]
}

export default function ApiConfigRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="API Configuration">
      <ChatTabs />
      <ApiConfigForm config={loaderData} before={actionData} />
    </AdminPage>
  )
}
