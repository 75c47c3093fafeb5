import { Form } from 'react-router'
import { z } from 'zod'

import { AssistantTabs } from '#app/features/chat/admin/chat-tabs.tsx'
import {
  addCollection,
  deleteCollection,
  listCollections,
  renameCollection,
} from '#app/features/knowledge/collections/change-collections.server.ts'
import { SITE_COLLECTION } from '#app/features/knowledge/items/knowledge-item.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import type { Route } from './+types/collections.route.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ collections: await listCollections(ctx) }))
}

const named = z.object({ id: textField, name: textField })

export const action = formAction({
  add: form({
    schema: named,
    run: async (ctx, fields) => void (await addCollection(ctx, fields)),
    toast: { title: 'Added' },
  }),
  rename: form({
    schema: named,
    async run(ctx, fields) {
      await renameCollection(ctx, fields)
      return { id: fields.id }
    },
    toast: { title: 'Saved' },
    onRejected: (_ctx, _error, { id = '' }) => ({ id }),
  }),
  delete: form({ schema: named, run: deleteCollection, toast: { title: 'Deleted' } }),
})

export function meta() {
  return [{ title: 'Collections · Admin' }]
}

export default function CollectionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { collections } = loaderData
  useKeptFocus(collections.length)
  const refused = actionData?.ok === false && actionData.intent !== 'delete' ? actionData : null
  const refusedId = refused?.value && refused.value.id
  return (
    <AdminPage title="Assistants">
      <AssistantTabs />
      <p className="max-w-2xl text-sm text-secondary">
        An assistant finds only what is in its collections. An item of the knowledge base can be in several;
        its page says in which.
      </p>
      <ul className="grid gap-3">
        {collections.map(({ id, name, items, assistants }) => (
          <li key={id}>
            <Form
              method="post"
              aria-label={name}
              className="flex flex-wrap items-end gap-3 rounded-lg border border-line bg-raised p-4"
            >
              <FormFields>
                <input type="hidden" name="id" value={id} />
                <TextField
                  id={`name-${id}`}
                  name="name"
                  label="Name of the collection"
                  defaultValue={name}
                  maxLength={60}
                  required
                  error={refusedId === id ? refused?.errors['name'] : undefined}
                  className="min-w-48 flex-1"
                />
                <p className="pb-2.5 text-sm text-muted">
                  {counted(items, 'item')}, read by {counted(assistants, 'assistant')}
                </p>
                <Button type="submit" name="intent" value="rename" tone="outline">
                  Rename
                </Button>
                {id === SITE_COLLECTION || items > 0 ? null : (
                  <Button
                    type="submit"
                    name="intent"
                    value="delete"
                    tone="quiet"
                    aria-label={`Delete ${name}`}
                  >
                    Delete
                  </Button>
                )}
              </FormFields>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" aria-label="Add a collection" className="flex flex-wrap items-end gap-3">
        <FormFields>
          <TextField
            key={collections.length}
            id="name"
            name="name"
            label="New collection"
            maxLength={60}
            required
            error={refused && !refusedId ? refused.errors['name'] : undefined}
            className="min-w-48 flex-1"
          />
          <Button type="submit" name="intent" value="add" tone="solid">
            Add collection
          </Button>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
