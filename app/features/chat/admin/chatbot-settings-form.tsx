import { useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useTypedBefore } from '#app/ui/use-awake.ts'
import { Select } from '#app/ui/select.tsx'

import { personalities, responseStyles } from '../settings/chatbot-choices.ts'
import type { ChatbotSettings } from '../settings/chatbot-settings.server.ts'
import { promptTemplates } from '../settings/prompt-templates.ts'

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

type ChatbotSettingsFormProps = {
  id: string
  settings: ChatbotSettings
  errors: Readonly<Record<string, string>>
}

export function ChatbotSettingsForm({ id, settings, errors }: ChatbotSettingsFormProps) {
  const isSaving = useNavigation().state === 'submitting'
  return (
    <Form
      id={id}
      method="post"
      aria-label="Chatbot settings"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
    >
      <FormFields>
        <BotFields settings={settings} errors={errors} nameLabel="Bot name" />
        <div className="sm:col-span-2">
          <Button type="submit" tone="solid" disabled={isSaving}>
            Save
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}

type BotFieldsProps = Omit<ChatbotSettingsFormProps, 'id'> & { nameLabel: string }

/** The fields that the site's assistant and those of other sites have in common, in a grid of two columns. */
export function BotFields({ settings, errors, nameLabel }: BotFieldsProps) {
  const [prompt, setPrompt] = useState(settings.systemPrompt)
  useTypedBefore('systemPrompt', settings.systemPrompt, setPrompt)
  const text = (name: string) => ({ id: name, name, error: errors[name] })
  return (
    <>
      <TextField
        {...text('botName')}
        label={nameLabel}
        required
        maxLength={60}
        defaultValue={settings.botName}
        className="sm:col-span-2"
      />
      <Field id="personality" label="Personality" error={errors['personality']}>
        <Select id="personality" name="personality" defaultValue={settings.personality}>
          {personalities.map((choice) => (
            <option key={choice} value={choice}>
              {capital(choice)}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="responseStyle" label="Response style" error={errors['responseStyle']}>
        <Select id="responseStyle" name="responseStyle" defaultValue={settings.responseStyle}>
          {responseStyles.map((choice) => (
            <option key={choice} value={choice}>
              {capital(choice)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        id="welcomeMessage"
        label="Welcome message"
        error={errors['welcomeMessage']}
        className="sm:col-span-2"
      >
        <TextArea
          {...fieldControl('welcomeMessage', errors['welcomeMessage'])}
          name="welcomeMessage"
          required
          maxLength={500}
          rows={2}
          defaultValue={settings.welcomeMessage}
        />
      </Field>
      <PromptTemplates prompt={prompt} onPrompt={setPrompt} />
      <Field
        id="systemPrompt"
        label="System prompt"
        hint="Assume that visitors can read it, so put no secrets in it. {site} stands for the site's name."
        error={errors['systemPrompt']}
        className="sm:col-span-2"
      >
        <textarea
          {...fieldControl('systemPrompt', errors['systemPrompt'], 'hint')}
          name="systemPrompt"
          required
          maxLength={8000}
          rows={14}
          value={prompt}
          onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
          className={inputClass}
        />
      </Field>
      <Field
        id="linkDomains"
        label="Allowed link domains"
        hint="One per line. In replies, links to other domains are shown as plain text."
        error={errors['linkDomains']}
        className="sm:col-span-2"
      >
        <TextArea
          {...fieldControl('linkDomains', errors['linkDomains'], 'hint')}
          name="linkDomains"
          rows={2}
          defaultValue={settings.linkDomains.join('\n')}
        />
      </Field>
    </>
  )
}

type PromptTemplatesProps = { prompt: string; onPrompt: (prompt: string) => void }

/** Four prompts to start from; the former text of the field can be restored. */
function PromptTemplates({ prompt, onPrompt }: PromptTemplatesProps) {
  const [before, setBefore] = useState<string | null>(null)
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-sm font-medium text-secondary">Templates</legend>
      <ul className="mt-1.5 grid gap-3 sm:grid-cols-2">
        {promptTemplates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              aria-pressed={template.prompt === prompt}
              onClick={() => {
                setBefore(prompt)
                onPrompt(template.prompt)
              }}
              className="h-full w-full rounded-md border border-line px-4 py-3 text-left transition-colors hover:bg-overlay aria-pressed:border-accent"
            >
              <span className="block font-medium">{template.name}</span>
              <span className="block text-sm text-secondary">{template.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      {before !== null && before !== prompt ? (
        <Button tone="quiet" size="sm" className="mt-2" onClick={() => onPrompt(before)}>
          Restore my prompt
        </Button>
      ) : null}
    </fieldset>
  )
}
