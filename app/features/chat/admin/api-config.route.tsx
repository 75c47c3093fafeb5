import { readModelChoices } from '#app/features/ai/models/model-choices.server.ts'
import { findModelWarnings } from '#app/features/ai/models/model-warnings.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'

import { readApiConfig } from '#app/features/ai/config/api-config.server.ts'

import type { Route } from './+types/api-config.route.ts'
import { ApiConfigForm } from './api-config-form.tsx'
import { changeApiConfig } from './change-api-config.server.ts'
import { ChatTabs } from './chat-tabs.tsx'
import { ModelWarnings } from './model-warnings.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [config, choices] = await Promise.all([readApiConfig(ctx), readModelChoices(ctx)])
    return { config, choices, warnings: await findModelWarnings(ctx) }
  })
}

export const action = changeApiConfig

export function meta() {
  return [{ title: 'API Configuration · Admin' }]
}

export default function ApiConfigRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { config, choices, warnings } = loaderData
  return (
    <AdminPage title="API Configuration">
      <ChatTabs />
      <ModelWarnings warnings={warnings} />
      <ApiConfigForm config={config} choices={choices} before={actionData} />
    </AdminPage>
  )
}
