import { type KeyboardEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { toLocalTime } from '#app/lib/zoned-time.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass, TextField, useTyped } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { asksForNext } from '#app/features/editing/next-text.ts'
import { DraftStatus } from '#app/features/editing/drafts-and-revisions.tsx'
import { useAutosave } from '#app/features/editing/use-autosave.ts'
import { VersionComparison } from '#app/features/editing/version-comparison.tsx'
import type { VersionConflict } from '#app/features/editing/versions.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import type { DraftEditor } from '../draft-editor.server.ts'
import type { PostLanguages } from '../languages/read-post-languages.server.ts'
import type { PostForm } from '../post-form.ts'
import { spokenIn } from '../post-languages.ts'
import { WritingHelp } from '../writing/writing-help.tsx'

import { ContentField } from './content-field.tsx'
import { ImageFields } from './image-fields.tsx'
import { LanguageField } from './language-field.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { goToNext, PostSource } from './post-source.tsx'

const fieldNames: Record<keyof PostForm, string> = {
  title: 'Title',
  slug: 'Slug',
  tags: 'Tags',
  imageUrl: 'Image URL',
  imageAlt: 'Image description',
  excerpt: 'Excerpt',
  language: 'Language',
  author: 'Author',
  content: 'Content',
}

type PostEditorProps = {
  post: { id: string } | null
  form: PostForm
  published: boolean
  publishAt: number | null
  version: number
  editor?: DraftEditor
  html?: string
  /** Whether an AI provider is configured. */
  canSuggest: boolean
  /** Null if the site has only one language, or if the post is new. */
  languages?: PostLanguages | null
  errors: Readonly<Record<string, string>>
  conflict?: VersionConflict<PostForm> | undefined
  onTakeTheirs?: () => void
}

/** Its fields are uncontrolled, so that data that arrives later never overwrites typing. */
export function PostEditor(props: PostEditorProps) {
  const { post, form, errors, conflict, languages = null } = props
  const hasSource = languages !== null && languages.texts.length > 0
  const element = useRef<HTMLFormElement>(null)
  const draft = useAutosave(element, '/admin/blog/draft')
  const [isAlone, setAlone] = useState(false)
  const isSaving = useNavigation().formData?.get('intent') === 'save'
  const saveByKey = (event: KeyboardEvent) => {
    if (hasSource && asksForNext(event)) {
      event.preventDefault()
      goToNext(element.current, languages.texts)
    }
    if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    element.current?.requestSubmit()
  }
  return (
    <Form
      ref={element}
      method="post"
      aria-label={post ? 'Edit post' : 'New post'}
      data-alone={isAlone || undefined}
      className="grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_19rem]"
      onChange={draft.change}
      onSubmit={draft.stop}
      onKeyDown={saveByKey}
    >
      <FormFields>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={post?.id} />
        <input type="hidden" name="version" value={conflict?.version ?? props.version} />
        {props.editor ? (
          <>
            <input type="hidden" name="editor" value={props.editor.id} />
            <input type="hidden" name="draftSeen" value={props.editor.seen} />
          </>
        ) : null}
        {conflict ? (
          <div className="lg:col-span-2">
            <VersionComparison
              what="post"
              names={fieldNames}
              conflict={conflict}
              onTakeTheirs={() => props.onTakeTheirs?.()}
            />
          </div>
        ) : null}
        <div className="grid grid-cols-1 gap-4">
          {hasSource ? null : <TitleField {...props} />}
          <div
            className={cx(
              'grid grid-cols-1 items-start gap-5',
              hasSource ? 'xl:grid-cols-2' : 'min-[100rem]:grid-cols-2',
            )}
          >
            {hasSource ? (
              <PostSource
                languages={languages}
                form={element}
                canTranslate={props.canSuggest}
                onEdited={draft.change}
              />
            ) : null}
            <div className="grid grid-cols-1 gap-4">
              {hasSource ? <TitleField {...props} /> : null}
              <ContentField defaultValue={form.content} error={errors['content']} onEdited={draft.change} />
            </div>
            <Preview
              html={draft.html ?? props.html ?? null}
              language={form.language || null}
              error={draft.error}
            />
          </div>
        </div>
        <div className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-raised p-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
          <div className="grid gap-3">
            <PublishFields {...props} />
            <div className="flex items-center gap-4">
              <Button type="submit" tone="solid" disabled={isSaving}>
                {post ? (conflict ? 'Save mine' : 'Save') : 'Create post'}
              </Button>
              <DraftStatus status={draft.status} />
            </div>
            <Button
              tone="quiet"
              size="sm"
              aria-pressed={isAlone}
              className="hidden justify-self-start lg:inline-flex"
              onClick={() => setAlone(!isAlone)}
            >
              Distraction-free
            </Button>
          </div>
          <div className="post-facts grid grid-cols-1 gap-4 border-t border-line pt-4">
            <SideFields {...props} onEdited={draft.change} />
            {props.canSuggest ? <WritingHelp form={element} onEdited={draft.change} /> : null}
          </div>
        </div>
      </FormFields>
    </Form>
  )
}

function TitleField(given: Pick<PostEditorProps, 'form' | 'errors'>) {
  return <TextField {...fieldOf(given, 'title')} label="Title" required maxLength={200} />
}

function fieldOf({ form, errors }: Pick<PostEditorProps, 'form' | 'errors'>, name: keyof PostForm) {
  // The prefix avoids `content`, which is the id of the page's main element.
  return { id: `post-${name}`, name, defaultValue: form[name], error: errors[name] }
}

type SideFieldsProps = Pick<PostEditorProps, 'form' | 'errors' | 'post' | 'languages'> & {
  onEdited: () => void
}

function SideFields({ post, onEdited, languages, ...given }: SideFieldsProps) {
  const { form, errors } = given
  return (
    <>
      <TextField
        {...fieldOf(given, 'slug')}
        label="Slug"
        hint={post ? 'The old address redirects to the new one.' : 'If empty, it is made from the title.'}
      />
      <TextField {...fieldOf(given, 'tags')} label="Tags" hint="Separated by commas." />
      {languages ? (
        <LanguageSwitch languages={languages} stored={form.language} />
      ) : (
        <LanguageField defaultValue={form.language} error={errors['language']} />
      )}
      <TextField
        {...fieldOf(given, 'author')}
        label="Author"
        maxLength={100}
        hint="Shown under the title. If empty, no name is shown."
      />
      <ImageFields form={form} errors={errors} onEdited={onEdited} />
      <ExcerptField defaultValue={form.excerpt} error={errors['excerpt']} />
    </>
  )
}

function ExcerptField({ defaultValue, error }: { defaultValue: string; error: string | undefined }) {
  return (
    <Field
      id="post-excerpt"
      label="Excerpt"
      error={error}
      hint="If empty, the first 200 characters of the text are used."
    >
      <TextArea
        {...fieldControl('post-excerpt', error, 'hint')}
        name="excerpt"
        rows={2}
        maxLength={500}
        defaultValue={defaultValue}
      />
    </Field>
  )
}

type PublishFieldsProps = Pick<PostEditorProps, 'published' | 'publishAt' | 'errors'>

function PublishFields({ errors, ...given }: PublishFieldsProps) {
  const { timeZone } = useAdminShell()
  const [published, setPublished] = useState(given.published)
  const publishAt = useTyped(
    'publishAt',
    given.publishAt === null ? '' : toLocalTime(given.publishAt, timeZone),
  )
  return (
    <>
      <label className="flex min-h-10 items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          name="published"
          checked={published}
          onChange={(event) => setPublished(event.currentTarget.checked)}
          className="size-4.5"
        />
        Published
      </label>
      {published ? null : (
        <Field id="post-publishAt" label={`Publish at (${timeZone})`} error={errors['publishAt']}>
          <input
            {...fieldControl('post-publishAt', errors['publishAt'])}
            type="datetime-local"
            name="publishAt"
            defaultValue={publishAt}
            className={`${inputClass} py-2`}
          />
        </Field>
      )}
    </>
  )
}

type PreviewProps = { html: string | null; language: string | null; error: string | null }

function Preview({ html, language, error }: PreviewProps) {
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5 lg:h-full lg:grid-rows-[auto_1fr]">
      <h2 className="text-sm font-medium text-secondary">Preview</h2>
      <div
        className="max-h-[36rem] min-h-40 overflow-y-auto rounded-md border border-line bg-ink p-5"
        tabIndex={-1}
      >
        {error ? <p className="text-sm text-danger">{error}</p> : null}
        {html ? (
          <div {...spokenIn(language)}>
            <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          </div>
        ) : (
          <p className="text-sm text-muted">What readers will see appears here as you type.</p>
        )}
      </div>
    </section>
  )
}
