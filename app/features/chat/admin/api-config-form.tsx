import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { ApiConfigView } from '#app/features/ai/config/api-config.server.ts'
import type { ModelChoices } from '#app/features/ai/models/model-choices.server.ts'
import { cx } from '#app/lib/class-names.ts'
import { isProviderId, type ProviderId, providers } from '#app/platform/ai-provider-list.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useActionToast } from '#app/ui/toast.tsx'
import { useTypedBefore } from '#app/ui/use-awake.ts'

import { FallbackFields, ProviderFields } from './api-config-fields.tsx'
import type { ApiConfigAnswer } from './change-api-config.server.ts'
import { PriceFields } from './price-fields.tsx'

type ApiConfigFormProps = {
  config: ApiConfigView
  choices: ModelChoices
  before: ApiConfigAnswer | undefined
}

/** Chooses provider, model and key. Stored keys are never sent back to the browser. */
export function ApiConfigForm({ config, choices, before }: ApiConfigFormProps) {
  const fetcher = useFetcher<ApiConfigAnswer>()
  const opening = useFetcher<ApiConfigAnswer>()
  const [provider, setProvider] = useState(config.provider)
  const [model, setModel] = useState(config.model)
  const [key, setKey] = useState('')
  const [seen, setSeen] = useState<number | undefined>()
  const answer = fetcher.data ?? before
  useActionToast(fetcher.data)
  useTypedBefore('apiKey', '', setKey)
  useTypedBefore('provider', config.provider, (typed) => isProviderId(typed) && chooseProvider(typed))
  useTypedBefore('model', config.model, setModel)

  if (answer?.value?.savedAt !== seen) {
    setSeen(answer?.value?.savedAt)
    setKey('')
  }
  // The model may have changed during a save, because only then was the provider's own list known.
  const [savedModel, setSavedModel] = useState(config.model)
  if (savedModel !== config.model) {
    setSavedModel(config.model)
    if (provider === config.provider) setModel(config.model)
  }

  function chooseProvider(id: ProviderId): void {
    setProvider(id)
    setModel(id === config.provider ? config.model : choices[id].default)
  }

  const { submit } = opening
  const [opened] = useState(config)
  useEffect(() => {
    const tried = { intent: 'open', provider: opened.provider, model: opened.model }
    if (opened.keys[opened.provider]) void submit(tried, { method: 'post' })
  }, [opened, submit])

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
        <FormFields>
          <ProviderFields
            choices={choices}
            provider={provider}
            onProvider={chooseProvider}
            model={model}
            onModel={setModel}
            errors={errors}
          />
          <PriceFields model={model} of={choices[provider]} errors={errors} />
          <KeyField
            of={providers[provider]}
            lastFour={stored?.lastFour}
            value={key}
            onKey={setKey}
            error={errors['apiKey']}
          />
          <TextField
            key={provider}
            id="baseUrl"
            name="baseUrl"
            type="url"
            label="Base URL"
            autoComplete="off"
            spellCheck={false}
            defaultValue={stored?.baseUrl ?? choices[provider].baseUrl}
            hint="For a gateway or a compatible server. A stored key is only sent to the address it was saved for."
            error={errors['baseUrl']}
            className="sm:col-span-2"
          />
          <FallbackFields config={config} choices={choices} provider={provider} errors={errors} />
          <FormButtons doing={doing} isBusy={isBusy} canSend={canSend} canRemove={stored !== undefined} />
        </FormFields>
      </fetcher.Form>
    </>
  )
}

type KeyFieldProps = {
  of: { label: string; keysAt: string }
  /** The last four characters of the stored key, if there is one. */
  lastFour: string | undefined
  value: string
  onKey: (key: string) => void
  error: string | undefined
}

function KeyField({ of: { label, keysAt }, lastFour, value, onKey, error }: KeyFieldProps) {
  const isStored = lastFour !== undefined
  return (
    <TextField
      id="apiKey"
      name="apiKey"
      type="password"
      label="API key"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onKey(currentTarget.value)}
      placeholder={isStored ? (lastFour ? `Stored, ends in ${lastFour}` : 'Stored') : `Your ${label} key`}
      hint={
        isStored
          ? 'Leave it empty to keep the stored key.'
          : `Create one in your account at ${keysAt}. Stored encrypted; only its last four characters are shown again.`
      }
      error={error}
      className="sm:col-span-2"
    />
  )
}

type FormButtonsProps = {
  doing: unknown
  isBusy: boolean
  canSend: boolean
  canRemove: boolean
}

function FormButtons({ doing, isBusy, canSend, canRemove }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3 sm:col-span-2">
      <Button type="submit" name="intent" value="save" tone="solid" disabled={!canSend}>
        {doing === 'save' ? <Spinner /> : null}
        Save
      </Button>
      <Button type="submit" name="intent" value="test" tone="outline" disabled={!canSend}>
        {doing === 'test' ? <Spinner /> : null}
        Test
      </Button>
      {canRemove ? (
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
  )
}

type ConnectionState = 'unknown' | 'connected' | 'failed'

const lights: Record<ConnectionState, string> = {
  unknown: 'bg-muted',
  connected: 'bg-success',
  failed: 'bg-danger',
}

type ConnectionStatusProps = { state: ConnectionState; isTrying: boolean; providerLabel: string }

function ConnectionStatus({ state, isTrying, providerLabel }: ConnectionStatusProps) {
  const isConnected = state === 'connected'
  const services = [
    { name: 'Chatbot Service', status: isConnected ? 'Ready' : 'Pending' },
    { name: 'Voice Agents', status: isConnected ? 'Ready' : 'Pending' },
    { name: `${providerLabel} API`, status: isConnected ? 'Active' : 'Inactive' },
  ]
  return (
    <ul aria-label="Status" aria-busy={isTrying} className="grid gap-3 sm:grid-cols-3">
      {services.map(({ name, status }) => (
        <li key={name} className="flex items-center gap-3 rounded-lg border border-line bg-raised px-5 py-4">
          <span aria-hidden className={cx('size-2.5 rounded-full', lights[state])} />
          <span className="flex-1 text-secondary">{name}</span>
          <span className="font-medium">{status}</span>
          {isTrying ? <Spinner /> : null}
        </li>
      ))}
    </ul>
  )
}
