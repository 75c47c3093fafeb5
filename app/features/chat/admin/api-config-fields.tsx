import { useState } from 'react'

import type { ApiConfigView } from '#app/features/ai/config/read-api-config.server.ts'
import {
  isProviderId,
  type ProviderId,
  providerIds,
  providers,
} from '#app/features/ai/providers/provider-list.ts'
import { cx } from '#app/lib/class-names.ts'
import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

type FallbackFieldsProps = {
  config: ApiConfigView
  provider: ProviderId
  errors: Readonly<Record<string, string>>
}

/** A second provider that takes over before any word is shown; one whose key is stored. */
export function FallbackFields({ config, provider, errors }: FallbackFieldsProps) {
  const [fallback, setFallback] = useState<ProviderId | ''>(config.fallback?.provider ?? '')
  const choices = providerIds.filter((id) => id !== provider && config.keys[id] !== undefined)
  const chosen = fallback !== '' && choices.includes(fallback) ? fallback : ''
  return (
    <>
      <Field
        id="fallbackProvider"
        label="Fallback provider"
        error={errors['fallbackProvider']}
        hint={
          choices.length > 0
            ? 'Takes over when the first does not answer.'
            : 'Save a second provider’s key to choose it here.'
        }
      >
        <Select
          {...fieldControl('fallbackProvider', errors['fallbackProvider'], 'hint')}
          name="fallbackProvider"
          value={chosen}
          disabled={choices.length === 0}
          onChange={({ currentTarget: { value } }) => setFallback(isProviderId(value) ? value : '')}
        >
          <option value="">None</option>
          {choices.map((id) => (
            <option key={id} value={id}>
              {providers[id].label}
            </option>
          ))}
        </Select>
      </Field>
      {chosen ? (
        <Field id="fallbackModel" label="Fallback model" error={errors['fallbackModel']}>
          <input
            key={chosen}
            {...fieldControl('fallbackModel', errors['fallbackModel'])}
            name="fallbackModel"
            required
            autoComplete="off"
            defaultValue={
              config.fallback?.provider === chosen ? config.fallback.model : providers[chosen].models[0]
            }
            className={inputClass}
          />
        </Field>
      ) : null}
    </>
  )
}

type State = 'unknown' | 'connected' | 'failed'

const lights: Record<State, string> = {
  unknown: 'bg-muted',
  connected: 'bg-success',
  failed: 'bg-danger',
}

type ConnectionStatusProps = { state: State; isTrying: boolean; providerLabel: string }

/** §2: what works at present, by a light and a word each. */
export function ConnectionStatus({ state, isTrying, providerLabel }: ConnectionStatusProps) {
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
