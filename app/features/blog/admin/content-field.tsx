import { type ClipboardEvent, type DragEvent, type RefObject, useRef } from 'react'

import { UploadProgress, useImageUpload } from '#app/features/images/admin/image-upload.tsx'
import { imageTypes } from '#app/features/images/image-kind.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { MarkdownToolbar, type TextEdit } from '#app/features/editing/markdown-toolbar.tsx'
import { pasteRichText } from '#app/features/editing/paste/paste-rich-text.ts'
import type { PastedPicture } from '#app/features/editing/paste/pasted-text.ts'

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

  const { addPictures, uploadHeld, takePictures, share, refusal } = usePictureUploads(area, apply, onEdited)
  const shownError = error ?? refusal ?? undefined
  return (
    <Field
      id="post-content"
      label="Content"
      error={shownError}
      hint="Markdown, or HTML that you paste in. Pictures can be pasted or dropped here."
    >
      <MarkdownToolbar onTool={apply} onUpload={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={imageTypes}
        aria-label="Pictures for the text"
        onChange={({ currentTarget }) => {
          void addPictures([...assertDefined(currentTarget.files, 'a file input has files')])
          currentTarget.value = ''
        }}
      />
      <TextArea
        ref={area}
        {...fieldControl('post-content', shownError, 'hint')}
        name="content"
        required
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
      <UploadProgress share={share} />
    </Field>
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

  return { addPictures, uploadHeld, takePictures, share, refusal }
}
