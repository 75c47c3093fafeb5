import { useState } from 'react'

import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { ApiConfigView } from '#app/features/ai/config/read-api-config.server.ts'
import {
  isProviderId,
  type ProviderId,
  providerIds,
  providers,
} from '#app/features/ai/providers/provider-list.ts'

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
