import { Form, useNavigation, useSubmit } from 'react-router'

import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ExternalLink, RotateCw, Trash2 } from '#app/ui/icons.tsx'
import { Select } from '#app/ui/select.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { MAX_TITLE } from '../items/knowledge-item.ts'

import { originalOf, type ShownItem } from './shown-item.ts'

const originalNames = { pdf: 'Open PDF', url: 'Open URL', site: 'Open page', text: 'Open' }

export function ItemActions({ item }: { item: ShownItem }) {
  const { id, kind } = item
  const original = originalOf(item)
  return (
    <>
      {original === null ? null : (
        <a
          href={original}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ tone: 'outline', size: 'md' })}
        >
          <ExternalLink aria-hidden className="size-4" />
          {originalNames[kind]}
        </a>
      )}
      {kind === 'site' ? null : (
        <>
          <Form method="post">
            <FormFields>
              <Button type="submit" name="intent" value="reread" tone="outline">
                <RotateCw aria-hidden className="size-4" />
                Read again
              </Button>
            </FormFields>
          </Form>
          <Form method="post" action="/admin/knowledge">
            <FormFields>
              <input type="hidden" name="id" value={id} />
              {/* The list shows the toast, because this page no longer exists. */}
              <Button type="submit" name="intent" value="delete" tone="danger">
                <Trash2 aria-hidden className="size-4" />
                Delete
              </Button>
            </FormFields>
          </Form>
        </>
      )}
    </>
  )
}

export function RenameForm({ title, error }: { title: string; error: string | undefined }) {
  const isSaving = useNavigation().formData?.get('intent') === 'rename'
  return (
    <Form
      method="post"
      aria-label="Rename"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5"
    >
      <FormFields>
        <input type="hidden" name="intent" value="rename" />
        <TextField
          id="title"
          name="title"
          label="Title"
          hint="Replies name it as their source."
          required
          maxLength={MAX_TITLE}
          autoComplete="off"
          defaultValue={title}
          error={error}
        />
        <div>
          <Button type="submit" tone="outline" disabled={isSaving}>
            Rename
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}

type PlaceFormProps = {
  collections: readonly { id: string; name: string }[]
  /** The ids of those that it is in. */
  placed: readonly string[]
  error: string | undefined
}

/** Says in which collections the item is; with a single one there is nothing to choose. */
export function PlaceForm({ collections, placed, error }: PlaceFormProps) {
  if (collections.length < 2) return null
  return (
    <Form method="post" aria-label="Collections" className="rounded-lg border border-line bg-raised p-5">
      <FormFields>
        <fieldset aria-describedby={error ? 'collections-error' : undefined} className="grid gap-4">
          <legend className="text-sm font-medium text-secondary">Collections</legend>
          <ul className="mt-1.5 grid gap-2">
            {collections.map(({ id, name }) => (
              <li key={id}>
                <label className="flex items-center gap-2.5 text-sm">
                  <input
                    type="checkbox"
                    name="collections"
                    value={id}
                    defaultChecked={placed.includes(id)}
                    className="size-4"
                  />
                  <bdi>{name}</bdi>
                </label>
              </li>
            ))}
          </ul>
          {error ? (
            <p id="collections-error" className="text-sm text-danger">
              {error}
            </p>
          ) : null}
          <div>
            <Button type="submit" name="intent" value="place" tone="outline">
              Save collections
            </Button>
          </div>
        </fieldset>
      </FormFields>
    </Form>
  )
}

export function RereadForm({ every }: { every: 'day' | 'week' | null }) {
  const submit = useSubmit()
  const isAwake = useAwake()
  return (
    <Form
      method="post"
      aria-label="Read again automatically"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5"
      onChange={({ currentTarget }) => void submit(currentTarget)}
    >
      <FormFields>
        <input type="hidden" name="intent" value="schedule" />
        <Field id="every" label="Read again automatically">
          <Select id="every" name="every" defaultValue={every ?? ''}>
            <option value="">Never</option>
            <option value="day">Every day</option>
            <option value="week">Every week</option>
          </Select>
        </Field>
        {isAwake ? null : (
          <div>
            <Button type="submit" tone="outline">
              Save
            </Button>
          </div>
        )}
      </FormFields>
    </Form>
  )
}
