import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'
import { useTypedBefore } from '#app/ui/use-typed-before.ts'

import type { ApiConfigView } from '#app/features/ai/config/read-api-config.server.ts'
import { isProviderId, providerIds, providers } from '#app/features/ai/providers/provider-list.ts'

import type { ApiConfigAnswer } from './change-api-config.server.ts'
import { ConnectionStatus, FallbackFields } from './api-config-fields.tsx'

type ApiConfigFormProps = {
  config: ApiConfigView
  /** The answer to a form that was sent without script. */
  before: ApiConfigAnswer | undefined
}

/** Which provider answers, with which model and key. Keys are only ever sent to the server, never shown again. */
export function ApiConfigForm({ config, before }: ApiConfigFormProps) {
  const fetcher = useFetcher<ApiConfigAnswer>()
  const opening = useFetcher<ApiConfigAnswer>()
  const [provider, setProvider] = useState(config.provider)
  const [key, setKey] = useState('')
  const [seen, setSeen] = useState<number | undefined>()
  const answer = fetcher.data ?? before
  useActionToast(fetcher.data)
  useTypedBefore('apiKey', '', setKey)
  useTypedBefore('provider', config.provider, (typed) => isProviderId(typed) && setProvider(typed))

  if (answer?.value?.savedAt !== seen) {
    setSeen(answer?.value?.savedAt)
    setKey('')
  }

  const hasKey = config.keys[config.provider] !== undefined
  const { submit } = opening
  useEffect(() => {
    const { provider: current, model } = config
    if (hasKey) void submit({ intent: 'open', provider: current, model }, { method: 'post' })
    // On opening alone: what is tried later answers for itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const stored = config.keys[provider]
  const isBusy = fetcher.state !== 'idle'
  const doing = isBusy ? fetcher.formData?.get('intent') : null
  const canSend = (key !== '' || stored !== undefined) && !isBusy
  const errors = answer?.errors ?? {}
  const connection = answer?.value?.connection ?? opening.data?.value?.connection

  return (
    <>
      <ConnectionStatus
        state={connection ?? (answer?.ok === false ? 'failed' : 'unknown')}
        isTrying={opening.state !== 'idle' || doing === 'test'}
        providerLabel={providers[provider].label}
      />
      <fetcher.Form
        method="post"
        aria-label="API configuration"
        className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
      >
        <Field id="provider" label="Provider" error={errors['provider']}>
          <Select
            {...fieldControl('provider', errors['provider'])}
            name="provider"
            value={provider}
            onChange={({ currentTarget: { value } }) => isProviderId(value) && setProvider(value)}
          >
            {providerIds.map((id) => (
              <option key={id} value={id}>
                {providers[id].label}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          id="model"
          label="Model"
          error={errors['model']}
          hint="Any model of the provider's can be typed."
        >
          <input
            key={provider}
            {...fieldControl('model', errors['model'], 'hint')}
            name="model"
            list="models"
            required
            autoComplete="off"
            defaultValue={provider === config.provider ? config.model : providers[provider].models[0]}
            className={inputClass}
          />
          <datalist id="models">
            {providers[provider].models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
        </Field>
        <TextField
          id="apiKey"
          name="apiKey"
          type="password"
          label="API key"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          placeholder={
            stored ? `Stored, ends in ${stored.lastFour}` : `Your ${providers[provider].label} key`
          }
          hint={
            stored
              ? 'Leave it empty to keep the stored key.'
              : 'Stored encrypted; only its last four characters are shown again.'
          }
          error={errors['apiKey']}
          className="sm:col-span-2"
        />
        <FallbackFields config={config} provider={provider} errors={errors} />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" name="intent" value="save" tone="solid" disabled={!canSend}>
            {doing === 'save' ? <Spinner /> : null}
            Save
          </Button>
          <Button type="submit" name="intent" value="test" tone="outline" disabled={!canSend}>
            {doing === 'test' ? <Spinner /> : null}
            Test
          </Button>
          {stored ? (
            <Button
              type="submit"
              name="intent"
              value="remove"
              tone="danger"
              formNoValidate
              disabled={isBusy}
              className="ml-auto"
            >
              Remove key
            </Button>
          ) : null}
        </div>
      </fetcher.Form>
    </>
  )
}
