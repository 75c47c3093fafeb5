import { Form, Link, useNavigation, useSubmit } from 'react-router'

import { BotFields } from '#app/features/chat/admin/chatbot-settings-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { LookFields, RuleFields } from './assistant-fields.tsx'
import { snippetOf } from './instructions.ts'
import type { AssistantSettings } from './assistant-settings.server.ts'

type Named = { id: string; name: string }

export type AssistantFormProps = {
  id: string
  assistant: Named & { key: string; settings: AssistantSettings; collections: readonly string[] }
  collections: readonly Named[]
  tools: readonly { name: string; title: string; isOn: boolean }[]
  publicUrl: string
  isNew: boolean
  setsRecipients: boolean
  errors: Readonly<Record<string, string>>
}

export function AssistantForm({ id: formId, isNew, errors, ...props }: AssistantFormProps) {
  const { assistant, collections, publicUrl } = props
  const { id, key, name, settings } = assistant
  const isSaving = useNavigation().state === 'submitting'
  const submit = useSubmit()
  return (
    <Form
      id={formId}
      method="post"
      aria-label="Assistant"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
    >
      <FormFields>
        {/* The first button is the one that Enter presses. */}
        <button type="submit" name="intent" value="save" className="hidden" aria-hidden tabIndex={-1} />
        <input type="hidden" name="id" value={id} />
        {isNew ? null : <input type="hidden" name="assistant" value={id} />}
        <TextField
          id="name"
          name="name"
          label="Name"
          required
          maxLength={60}
          defaultValue={name}
          error={errors['name']}
          hint="Only you and your team see it."
          className="sm:col-span-2"
        />
        <Field
          id="origins"
          label="Allowed origins"
          hint="The addresses of the sites that may show it, one per line, such as https://shop.example or https://*.shop.example for one level below. It appears nowhere else."
          error={errors['origins']}
          className="sm:col-span-2"
        >
          <TextArea
            {...fieldControl('origins', errors['origins'], 'hint')}
            name="origins"
            rows={3}
            placeholder="https://shop.example"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={settings.origins.join('\n')}
          />
        </Field>
        <CollectionFields collections={collections} read={assistant.collections} />
        {isNew ? null : <Snippet id={id} publicUrl={publicUrl} assistantKey={key} />}
        <BotFields settings={settings} errors={errors} nameLabel="Shown to visitors as" />
        <Field
          id="questions"
          label="Suggested questions"
          hint="One per line, at most six."
          error={errors['questions']}
          className="sm:col-span-2"
        >
          <TextArea
            {...fieldControl('questions', errors['questions'], 'hint')}
            name="questions"
            rows={3}
            defaultValue={settings.questions.join('\n')}
          />
        </Field>
        <LookFields settings={settings} errors={errors} />
        <RuleFields
          settings={settings}
          errors={errors}
          tools={props.tools}
          setsRecipients={props.setsRecipients}
        />
        <div className="sticky bottom-[calc(3.25rem+env(safe-area-inset-bottom))] -mx-6 -mb-6 flex flex-wrap gap-2 rounded-b-lg border-t border-line bg-raised px-6 py-3 sm:col-span-2 lg:bottom-0">
          <Button type="submit" name="intent" value="save" tone="solid" disabled={isSaving}>
            Save
          </Button>
          {isNew ? null : (
            <ConfirmDialog
              triggerTone="quiet"
              trigger="Delete assistant"
              title={`Are you sure you want to delete "${name}"?`}
              text="It disappears from all sites, with its settings. Its conversations and inquiries stay."
              confirm="Delete"
              onConfirm={() => void submit({ intent: 'delete', id }, { method: 'post' })}
            />
          )}
        </div>
      </FormFields>
    </Form>
  )
}

type CollectionFieldsProps = { collections: readonly Named[]; read: readonly string[] }

/** A checkbox for each collection that it reads, and a choice of one to add, which works without script. */
function CollectionFields({ collections, read }: CollectionFieldsProps) {
  const current = collections.filter(({ id }) => read.includes(id))
  const others = collections.filter(({ id }) => !read.includes(id))
  return (
    <div className="grid content-start gap-3 sm:col-span-2">
      <Field
        id="collections"
        label="Collections"
        hint={
          current.length > 0
            ? 'It finds only what is in its collections of knowledge. Save to choose another one.'
            : 'What it may answer from. “This site” holds your pages and your knowledge base. Without a collection it knows nothing.'
        }
      >
        <Select {...fieldControl('collections', undefined, 'hint')} name="collections" defaultValue="">
          <option value="">{current.length > 0 ? 'Add another collection' : 'Choose a collection'}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {current.length > 0 ? (
        <ul aria-label="Collections that it reads" className="flex flex-wrap gap-x-5 gap-y-2">
          {current.map(({ id, name }) => (
            <li key={id}>
              <label className="flex items-center gap-2 text-sm">
                <input type="checkbox" name="collections" value={id} defaultChecked className="size-4" />
                <bdi>{name}</bdi>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

type SnippetProps = { id: string; publicUrl: string; assistantKey: string }

function Snippet({ id, publicUrl, assistantKey }: SnippetProps) {
  const snippet = snippetOf(publicUrl, assistantKey)
  return (
    <Field
      id="snippet"
      label="Snippet"
      hint="Put this line before </body> on each page of the other site."
      className="sm:col-span-2"
    >
      <textarea
        {...fieldControl('snippet', undefined, 'hint')}
        readOnly
        rows={2}
        dir="ltr"
        value={snippet}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="input font-mono text-sm break-all"
      />
      <div className="flex flex-wrap items-center gap-4">
        <CopyButton text={snippet} />
        <Link to={`/admin/assistants/${id}/sites`} className="text-sm underline underline-offset-4">
          Try it on the site first, and how to put it into WordPress, Wix and others
        </Link>
      </div>
    </Field>
  )
}
