import { Form } from 'react-router'

import { readApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { readModelChoices } from '#app/features/ai/models/model-choices.server.ts'
import { modelWarningText } from '#app/features/ai/models/model-warning-text.ts'
import { findModelWarnings, type ModelWarning } from '#app/features/ai/models/model-warnings.server.ts'
import { providers } from '#app/platform/ai-provider-list.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { CircleAlert } from '#app/ui/icons.tsx'

import type { Route } from './+types/api-config.route.ts'
import { ApiConfigForm } from './api-config-form.tsx'
import { changeApiConfig } from './change-api-config.server.ts'
import { ChatTabs } from './chat-tabs.tsx'

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

function ModelWarnings({ warnings }: { warnings: readonly ModelWarning[] }) {
  return warnings.map(({ use, provider, successor, ...warning }) => (
    <Form
      key={use}
      method="post"
      aria-label={use === 'model' ? 'Model warning' : 'Fallback model warning'}
      className="flex flex-wrap items-center gap-4 rounded-lg border border-danger bg-raised p-6"
    >
      <FormFields>
        <CircleAlert aria-hidden className="size-5 text-danger" />
        <p className="flex-1 basis-72">
          {modelWarningText({ ...warning, provider: providers[provider].label })} {restOf(use)}
        </p>
        <input type="hidden" name="use" value={use} />
        <input type="hidden" name="model" value={successor} />
        <Button type="submit" name="intent" value="successor" tone="solid">
          Change to {successor}
        </Button>
      </FormFields>
    </Form>
  ))
}

function restOf(use: ModelWarning['use']): string {
  return use === 'model'
    ? 'Once it stops answering, so does the assistant.'
    : 'It is the fallback, so it can then no longer take over.'
}
