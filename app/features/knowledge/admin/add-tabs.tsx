import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useFetcher } from 'react-router'

import { Button, type ButtonTone } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import { MAX_TEXT, MAX_TITLE } from '../items/knowledge-item.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'
import { UploadForm } from './upload-form.tsx'

const addTabs = ['upload', 'text', 'url'] as const
type AddTab = (typeof addTabs)[number]

/** The id of the forms. */
export const ADD_TABS = 'add-knowledge'

export function readAddTab(params: URLSearchParams): AddTab {
  return addTabs.find((tab) => tab === params.get('tab')) ?? 'upload'
}

type AddTabsProps = {
  initial: AddTab
  question: { id: string; text: string } | null
  /** The errors of a form that was sent without JavaScript. */
  errors: Readonly<Record<string, string>>
  collections: readonly { id: string; name: string }[]
  /** Whether the forms stand above the list, where their button is the page's primary one. */
  isFirst: boolean
  onAdded: (id: string) => void
}

export function AddTabs({ initial, question, errors, collections, isFirst, onAdded }: AddTabsProps) {
  // With a single collection there is nothing to choose.
  const choice = collections.length > 1 ? <CollectionChoice collections={collections} /> : null
  const tone = isFirst ? 'solid' : 'outline'
  return (
    <div id={ADD_TABS} className="max-w-3xl">
      <Tabs
        label="Add knowledge"
        initial={initial}
        hrefOf={(tab) => `/admin/knowledge?tab=${tab}`}
        tabs={[
          {
            id: 'upload',
            name: 'Upload',
            panel: (
              <UploadForm tone={tone} error={errors['file']}>
                {choice}
              </UploadForm>
            ),
          },
          {
            id: 'text',
            name: 'Text',
            panel: (
              <TextForm tone={tone} question={question} errors={errors} onAdded={onAdded}>
                {choice}
              </TextForm>
            ),
          },
          {
            id: 'url',
            name: 'URL',
            panel: (
              <UrlForm tone={tone} errors={errors} onAdded={onAdded}>
                {choice}
              </UrlForm>
            ),
          },
        ]}
      />
    </div>
  )
}

function CollectionChoice({ collections }: Pick<AddTabsProps, 'collections'>) {
  const id = useId()
  return (
    <Field id={id} label="Collection">
      <Select id={id} name="collection">
        {collections.map((collection) => (
          <option key={collection.id} value={collection.id}>
            {collection.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type TextFormProps = {
  children: ReactNode
  tone: ButtonTone
  question: { id: string; text: string } | null
  errors: Readonly<Record<string, string>>
  onAdded: (id: string) => void
}

function TextForm({ tone, question, errors: errorsBefore, onAdded, children }: TextFormProps) {
  const { fetcher, form, errors = errorsBefore, isBusy } = useAddForm(onAdded)
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/admin/knowledge?tab=text"
      aria-label="Text"
      className="grid gap-5"
    >
      <FormFields>
        <input type="hidden" name="intent" value="text" />
        {question ? <input type="hidden" name="question" value={question.id} /> : null}
        <TextField
          id="title"
          name="title"
          label="Title"
          required
          maxLength={MAX_TITLE}
          autoComplete="off"
          defaultValue={question?.text.slice(0, MAX_TITLE)}
          error={errors['title']}
        />
        <Field
          id="text"
          label="Text"
          hint="Lines that begin with # become headings, which replies name."
          error={errors['text']}
        >
          <TextArea
            {...fieldControl('text', errors['text'], 'hint')}
            name="text"
            required
            maxLength={MAX_TEXT}
            rows={8}
          />
        </Field>
        {children}
        <div>
          <Button type="submit" tone={tone} disabled={isBusy}>
            {isBusy ? <Spinner /> : null}
            Save
          </Button>
        </div>
      </FormFields>
    </fetcher.Form>
  )
}

type UrlFormProps = Omit<TextFormProps, 'question'>

function UrlForm({ tone, errors: errorsBefore, onAdded, children }: UrlFormProps) {
  const { fetcher, form, errors = errorsBefore, isBusy } = useAddForm(onAdded)
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/admin/knowledge?tab=url"
      aria-label="URL"
      noValidate
      onSubmit={(event) => {
        const url = new FormData(event.currentTarget).get('url')
        if (typeof url !== 'string' || url.trim() === '') event.preventDefault()
      }}
      className="grid gap-5"
    >
      <FormFields>
        <input type="hidden" name="intent" value="url" />
        <TextField
          id="url"
          name="url"
          type="url"
          label="URL"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          hint="The text of one public page is read now."
          error={errors['url']}
        />
        {children}
        <div>
          <Button type="submit" tone={tone} disabled={isBusy}>
            {isBusy ? <Spinner /> : null}
            Scrape
          </Button>
        </div>
      </FormFields>
    </fetcher.Form>
  )
}

/** Resets the form once the item is added; otherwise focuses the first invalid field. */
function useAddForm(onAdded: (id: string) => void) {
  const fetcher = useFetcher<KnowledgeAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const answer = fetcher.data
  useActionToast(answer)

  useEffect(() => {
    if (answer?.value?.added) {
      onAdded(answer.value.added)
      form.current?.reset()
    } else if (answer?.ok === false) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, onAdded])

  return { fetcher, form, errors: answer?.errors, isBusy: fetcher.state === 'submitting' }
}
