import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

import { MarkdownToolbar, type TextEdit, withInserted } from '#app/features/editing/markdown-toolbar.tsx'
import { pasteRichText } from '#app/features/editing/paste/paste-rich-text.ts'
import { useAutosave } from '#app/features/editing/use-autosave.ts'
import { TheirLanguage } from '#app/features/foreign-messages/their-language.tsx'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { ReplyAttachments } from './reply-attachments.tsx'
import { faultOfFiles } from './reply-files.ts'
import { SavedRepliesMenu } from './saved-replies-menu.tsx'
import { useDraft } from './use-draft.ts'

type ReplyFormProps = {
  leadId: string
  replyKey: string
  draft: string
  errors?: Readonly<Record<string, string>> | undefined
  canDraft: boolean
}

const TOOLS = ['Bold', 'Italic', 'Link', 'Bullet list', 'Numbered list']

/** The server stores the draft; the files stay chosen if a reply is rejected. */
export function ReplyForm({ leadId, replyKey, draft, errors, canDraft }: ReplyFormProps) {
  const fetcher = useFetcher<FormAnswer>()
  // A send whose answer was lost is repeated with the same key.
  const [key] = useState(replyKey)
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const autosave = useAutosave(form, '/admin/replies/draft')
  const assistant = useDraft(field, autosave.change)
  const faults = fetcher.data?.errors ?? errors ?? {}
  const isSending = fetcher.state !== 'idle'
  const said = fetcher.data?.ok === false && Object.keys(faults).length === 0 ? fetcher.data.error : undefined

  const loaded = useRef(draft)
  useEffect(() => {
    const box = field()
    // What was loaded ahead may be older than the draft; text that was typed since stays.
    if (box && box.value === loaded.current) box.value = draft
    loaded.current = draft
  }, [draft])

  const { hash } = useLocation()
  useEffect(() => {
    // Browsers focus the target of a URL's hash themselves; the router does not.
    if (hash === '#reply') document.getElementById('reply')?.focus()
  }, [hash])

  function field(): HTMLTextAreaElement | null {
    const found = form.current?.elements.namedItem('text')
    return found instanceof HTMLTextAreaElement ? found : null
  }

  function apply(edit: (before: TextEdit) => TextEdit): void {
    const box = field()
    if (!box) return
    const after = edit({ text: box.value, start: box.selectionStart, end: box.selectionEnd })
    box.value = after.text
    box.focus()
    box.setSelectionRange(after.start, after.end)
    autosave.change()
  }

  function put(text: string): void {
    const box = field()
    if (box) box.value = text
    autosave.change()
  }

  function sendByKeyboard(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/admin/replies"
      encType="multipart/form-data"
      className="grid grid-cols-1 gap-2 rounded-lg border border-line-strong bg-raised p-3"
      onChange={autosave.change}
      onKeyDown={sendByKeyboard}
      onSubmit={(event) => {
        if (fault || isSending) event.preventDefault()
        else autosave.stop()
      }}
    >
      <FormFields>
        <input type="hidden" name="lead" value={leadId} />
        <input type="hidden" name="key" value={key} />
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <MarkdownToolbar only={TOOLS} onTool={apply} />
          <ReplyAttachments
            error={fault ?? faults['files']}
            onChoose={(files) => setFault(faultOfFiles(files))}
          />
        </div>
        <Field id="reply" label="Reply" error={faults['text']} className="[&>label]:sr-only">
          <TextArea
            {...fieldControl('reply', faults['text'])}
            name="text"
            rows={4}
            placeholder="Reply"
            defaultValue={draft}
            onPaste={(event) => pasteRichText(event, 'reply')}
            dir="auto"
          />
        </Field>
        {said ? (
          <p role="alert" className="text-sm text-danger">
            {said}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" tone="solid">
            {isSending ? 'Sending…' : 'Send reply'}
          </Button>
          <SavedRepliesMenu
            leadId={leadId}
            onChoose={(saved) => apply((before) => withInserted(before, saved))}
          />
          {canDraft ? (
            <Button
              tone="outline"
              disabled={assistant.status === 'writing'}
              onClick={() => void assistant.begin(form.current)}
            >
              Draft with the assistant
            </Button>
          ) : null}
          {canDraft ? (
            <TheirLanguage
              about={{ lead: leadId }}
              send="Send reply"
              read={() => field()?.value}
              write={put}
              focus={() => field()?.focus()}
            />
          ) : null}
          {assistant.status === 'writing' ? (
            <Button tone="outline" onClick={assistant.stop}>
              Stop
            </Button>
          ) : null}
          {assistant.status === 'ready' ? (
            <Button tone="outline" onClick={assistant.undo}>
              Undo draft
            </Button>
          ) : null}
          <p role="status" className="text-sm text-muted">
            {assistant.status === 'writing'
              ? 'Writing…'
              : autosave.status === 'failed'
                ? (autosave.error ?? 'The draft could not be saved.')
                : autosave.status === 'saved'
                  ? 'Draft saved'
                  : ''}
          </p>
        </div>
        {assistant.error ? (
          <p role="alert" className="text-sm text-danger">
            {assistant.error}
          </p>
        ) : null}
        {assistant.sources.length > 0 ? (
          <section aria-label="Sources of the draft" className="text-sm text-muted">
            <p>Written by a model from these sources. Please check it:</p>
            <ul className="list-disc pl-5">
              {assistant.sources.map(({ number, title, page }) => (
                <li key={number}>{page === null ? title : `${title}, page ${page}`}</li>
              ))}
            </ul>
          </section>
        ) : null}
      </FormFields>
    </fetcher.Form>
  )
}
