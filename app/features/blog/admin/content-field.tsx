import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react'

import { UploadProgress, useImageUpload } from '#app/features/images/admin/image-upload.tsx'
import { imageTypes } from '#app/features/images/image-kind.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { MarkdownToolbar, type TextEdit } from '#app/features/editing/markdown-toolbar.tsx'
import { pasteRichText } from '#app/features/editing/paste/paste-rich-text.ts'
import type { PastedPicture } from '#app/features/editing/paste/pasted-text.ts'

import { useSurface } from './use-surface.ts'

type ContentFieldProps = {
  defaultValue: string
  error: string | undefined
  /** Called when a toolbar button or an upload has changed the text, which fires no input event. */
  onEdited: () => void
}

export function ContentField({ defaultValue, error, onEdited }: ContentFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)

  function apply(edit: (edit: TextEdit) => TextEdit): void {
    const field = area.current
    if (!field) return
    const edited = edit({ text: field.value, start: field.selectionStart, end: field.selectionEnd })
    field.focus()
    field.value = edited.text
    field.setSelectionRange(edited.start, edited.end)
    onEdited()
  }

  const { addPictures, uploadHeld, takePictures, upload, share, refusal } = usePictureUploads(
    area,
    apply,
    onEdited,
  )
  const choosePicture = () => chooser.current?.click()
  const { place, surface, isShown, isInTable, link, setLink, toggle } = useSurface({
    area,
    onEdited,
    choosePicture,
    upload,
  })
  const isAwake = useAwake()
  const shownError = error ?? refusal ?? undefined
  return (
    <Field
      id="post-content"
      label="Content"
      error={shownError}
      hint={
        isShown
          ? 'Type / in an empty line for more. Pictures can be pasted or dropped here.'
          : 'Markdown, or HTML that you paste in. Pictures can be pasted or dropped here.'
      }
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <MarkdownToolbar
          onTool={(edit, name) => {
            if (!surface.current) apply(edit)
            else if (name === 'Picture') choosePicture()
            else surface.current.run(name)
          }}
          onUpload={choosePicture}
        />
        <Button tone="quiet" size="sm" disabled={!isAwake} onClick={() => void toggle()}>
          {isShown ? 'Write Markdown' : 'Write as readers see it'}
        </Button>
      </div>
      {isInTable && isShown ? (
        <div role="toolbar" aria-label="Table" className="flex flex-wrap gap-2">
          {['Add row', 'Add column', 'Delete row', 'Delete column'].map((name) => (
            <Button key={name} tone="outline" size="sm" onClick={() => surface.current?.run(name)}>
              {name}
            </Button>
          ))}
        </div>
      ) : null}
      {link === null ? null : (
        <LinkField
          href={link}
          onLink={(href) => {
            setLink(null)
            if (href === null) surface.current?.focus()
            else surface.current?.setLink(href)
          }}
        />
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={imageTypes}
        aria-label="Pictures for the text"
        onChange={({ currentTarget }) => {
          const files = [...assertDefined(currentTarget.files, 'a file input has files')]
          if (surface.current) surface.current.addPictures(files)
          else void addPictures(files)
          currentTarget.value = ''
        }}
      />
      <TextArea
        ref={area}
        {...fieldControl('post-content', shownError, 'hint')}
        {...(isShown && { id: 'post-content-markdown' })}
        hidden={isShown}
        name="content"
        required={!isShown}
        rows={18}
        defaultValue={defaultValue}
        onPaste={(event) => {
          const isPicture =
            event.clipboardData.getData('text/plain').trim() === '' &&
            takePictures(event, event.clipboardData)
          if (!isPicture) pasteRichText(event, 'markdown', (pictures) => void uploadHeld(pictures))
        }}
        onDrop={(event) => {
          takePictures(event, event.dataTransfer)
        }}
        className="min-h-[55dvh] font-mono text-sm leading-relaxed"
      />
      <div ref={place} hidden={!isShown} className="surface-frame" />
      <UploadProgress share={share} />
    </Field>
  )
}

function LinkField({ href, onLink }: { href: string; onLink: (href: string | null) => void }) {
  const [typed, setTyped] = useState(href)
  return (
    <div role="group" aria-label="Link" className="flex flex-wrap items-center gap-2">
      <input
        aria-label="Link address"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the writer asked for it
        autoFocus
        value={typed}
        placeholder="https://"
        onChange={(event) => {
          // The address is not part of the post, so it must not trigger autosave.
          event.stopPropagation()
          setTyped(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onLink(event.key === 'Enter' ? typed.trim() : null)
        }}
        className={`${inputClass} min-w-0 flex-1 py-1.5`}
      />
      <Button tone="outline" size="sm" onClick={() => onLink(typed.trim())}>
        Set link
      </Button>
      {href === '' ? null : (
        <Button tone="quiet" size="sm" onClick={() => onLink('')}>
          Remove link
        </Button>
      )}
    </div>
  )
}

function usePictureUploads(
  area: RefObject<HTMLTextAreaElement | null>,
  apply: (edit: (edit: TextEdit) => TextEdit) => void,
  onEdited: () => void,
) {
  const { upload, share, refusal } = useImageUpload()

  /** Inserts placeholders at once and replaces each when its upload ends, without moving the cursor. */
  async function addPictures(files: readonly File[]): Promise<void> {
    const places = files.map((file) => ({
      file,
      alt: 'What it shows',
      held: `![Uploading ${file.name.replaceAll(/[[\]]/g, '')}…]()`,
    }))
    const lines = places.map(({ held }) => `${held}\n`).join('')
    apply(({ text, start, end }) => {
      const after = start + lines.length
      return { text: text.slice(0, start) + lines + text.slice(end), start: after, end: after }
    })
    await uploadHeld(places)
  }

  async function uploadHeld(pictures: readonly PastedPicture[]): Promise<void> {
    for (const { file, alt, held } of pictures) {
      const address = await upload(file)
      const at = area.current?.value.indexOf(held) ?? -1
      if (at === -1) continue
      const piece = address === null ? '' : `![${alt.replaceAll(/[[\]]/g, '')}](${address})`
      area.current?.setRangeText(piece, at, at + held.length, 'preserve')
      onEdited()
    }
  }

  function takePictures(event: ClipboardEvent | DragEvent, data: DataTransfer): boolean {
    const pictures = [...data.files].filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0) return false
    event.preventDefault()
    void addPictures(pictures)
    return true
  }

  return { addPictures, uploadHeld, takePictures, upload, share, refusal }
}
