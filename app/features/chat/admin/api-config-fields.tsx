import { useState } from 'react'

import type { ApiConfigView } from '#app/features/ai/config/api-config.server.ts'
import type { ModelChoices } from '#app/features/ai/models/model-choices.server.ts'
import { isProviderId, type ProviderId, providerIds, providers } from '#app/platform/ai-provider-list.ts'
import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

/** The value that the form sends without a fallback. */
const NONE = ''

type FieldsProps = {
  choices: ModelChoices
  provider: ProviderId
  errors: Readonly<Record<string, string>>
}

type ProviderFieldsProps = FieldsProps & {
  onProvider: (provider: ProviderId) => void
  model: string
  onModel: (model: string) => void
}

export function ProviderFields(props: ProviderFieldsProps) {
  const { choices, provider, errors, onProvider, model, onModel } = props
  const { models, isTold } = choices[provider]
  return (
    <>
      <Field id="provider" label="Provider" error={errors['provider']}>
        <Select
          {...fieldControl('provider', errors['provider'])}
          name="provider"
          value={provider}
          onChange={({ currentTarget: { value } }) => isProviderId(value) && onProvider(value)}
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
        hint={
          isTold
            ? `${models.length} models listed by ${providers[provider].label}. You can type any other.`
            : 'You can type any model of this provider. Its list of models appears once its key is saved.'
        }
      >
        <input
          {...fieldControl('model', errors['model'], 'hint')}
          name="model"
          list="models"
          required
          autoComplete="off"
          value={model}
          onChange={({ currentTarget: { value } }) => onModel(value)}
          className={inputClass}
        />
        <datalist id="models">
          {models.map(({ id, ends }) => (
            <option key={id} value={id} label={ends === null ? undefined : `shuts down on ${ends}`} />
          ))}
        </datalist>
      </Field>
    </>
  )
}

/** The fallback provider, which needs a stored key, replies if the first one fails before any visible text. */
export function FallbackFields({
  config,
  choices: all,
  provider,
  errors,
}: FieldsProps & { config: ApiConfigView }) {
  const [fallback, setFallback] = useState(config.fallback?.provider)
  const choices = providerIds.filter((id) => id !== provider && config.keys[id] !== undefined)
  const chosen = choices.find((id) => id === fallback)
  return (
    <>
      <Field
        id="fallbackProvider"
        label="Fallback provider"
        error={errors['fallbackProvider']}
        hint={
          choices.length > 0
            ? 'Answers when the first provider does not.'
            : 'Save a second provider’s key to choose it here.'
        }
      >
        <Select
          {...fieldControl('fallbackProvider', errors['fallbackProvider'], 'hint')}
          name="fallbackProvider"
          value={chosen ?? NONE}
          disabled={choices.length === 0}
          onChange={({ currentTarget: { value } }) => setFallback(isProviderId(value) ? value : undefined)}
        >
          <option value={NONE}>None</option>
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
            list="fallbackModels"
            defaultValue={config.fallback?.provider === chosen ? config.fallback.model : all[chosen].default}
            className={inputClass}
          />
          <datalist id="fallbackModels">
            {all[chosen].models.map(({ id }) => (
              <option key={id} value={id} />
            ))}
          </datalist>
        </Field>
      ) : null}
    </>
  )
}
