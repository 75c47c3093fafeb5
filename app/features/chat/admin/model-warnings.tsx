import { Form } from 'react-router'

import { modelWarningText } from '#app/features/ai/models/model-warning-text.ts'
import type { ModelWarning } from '#app/features/ai/models/model-warnings.server.ts'
import { providers } from '#app/features/ai/providers/provider-list.ts'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { CircleAlert } from '#app/ui/icons.tsx'

export function ModelWarnings({ warnings }: { warnings: readonly ModelWarning[] }) {
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
