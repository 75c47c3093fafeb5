import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { fill } from '#app/lib/messages.ts'
import { Button, type ButtonTone } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { defaultLocale } from '#app/lib/messages.ts'
import { sendFile } from '#app/ui/send-file.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { showToast } from '#app/ui/toast.tsx'

import { MAX_PDF_BYTES } from '../items/knowledge-item.ts'
import { knowledgeMessages } from '../messages.ts'

const FIELD_CLASS =
  'w-full cursor-pointer rounded-md border border-dashed border-line-strong px-4 py-6 text-sm text-secondary hover:border-accent'

type UploadFormProps = {
  tone: ButtonTone
  /** The server's error after an upload without JavaScript. */
  error: string | undefined
  children: ReactNode
}

export function UploadForm({ tone, error, children }: UploadFormProps) {
  const { upload, underWay, refusals } = usePdfUpload()
  const input = useRef<HTMLInputElement>(null)
  const [isPublic, setIsPublic] = useState(false)
  const sentences = refusals.length > 0 || !error ? refusals : [error]

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const field = input.current
    if (!field?.files?.length || underWay) return
    const collection = field.form ? new FormData(field.form).get('collection') : null
    const refused = await upload([...field.files], {
      ...(isPublic && { public: '1' }),
      ...(typeof collection === 'string' && { collection }),
    })
    // Keeps rejected files chosen, so that they can be uploaded again.
    const rest = new DataTransfer()
    for (const file of refused) rest.items.add(file)
    field.files = rest.files
    if (refused.length === 0) setIsPublic(false)
  }

  return (
    <form
      method="post"
      action="/admin/knowledge?tab=upload"
      encType="multipart/form-data"
      aria-label="Upload"
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-5"
    >
      <FormFields>
        <input type="hidden" name="intent" value="upload" />
        <FileField ref={input} sentences={sentences} />
        {children}
        <VisibilityChoice isPublic={isPublic} onChange={setIsPublic} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" tone={tone} disabled={underWay !== null}>
            {underWay ? <Spinner /> : null}
            Upload
          </Button>
          {underWay ? <Progress upload={underWay} /> : null}
        </div>
      </FormFields>
    </form>
  )
}

type FileFieldProps = { ref: RefObject<HTMLInputElement | null>; sentences: readonly string[] }

function FileField({ ref, sentences }: FileFieldProps) {
  const isWrong = sentences.length > 0
  return (
    <div className="grid gap-1.5">
      <label htmlFor="file" className="text-sm font-medium text-secondary">
        PDF file
      </label>
      <input
        ref={ref}
        type="file"
        id="file"
        name="file"
        accept="application/pdf,.pdf"
        multiple
        required
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? 'file-hint file-error' : 'file-hint'}
        className={FIELD_CLASS}
      />
      <p id="file-hint" className="text-sm text-muted">
        Choose one or more files, or drop them here. Maximum 10MB each.
      </p>
      <div id="file-error" role={isWrong ? 'alert' : undefined} className="text-sm text-danger">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}

type VisibilityChoiceProps = { isPublic: boolean; onChange: (isPublic: boolean) => void }

/** Asked for each upload, so that no file becomes public through an earlier choice. */
function VisibilityChoice({ isPublic, onChange }: VisibilityChoiceProps) {
  return (
    <div className="grid gap-1">
      <label className="flex min-h-6 items-center gap-2.5 justify-self-start text-sm">
        <input
          type="checkbox"
          name="public"
          value="1"
          checked={isPublic}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-describedby="public-hint"
          className="size-4.5 shrink-0 accent-accent"
        />
        Visitors may open this file
      </label>
      <p id="public-hint" className="text-sm text-muted">
        The assistant answers from private files too, and shows visitors the passages it cites.
      </p>
    </div>
  )
}

function Progress({ upload: { name, number, count, share } }: { upload: UploadUnderWay }) {
  return (
    <label className="flex min-w-0 flex-1 items-center gap-3 text-sm text-secondary">
      <span className="min-w-0 truncate">
        <bdi>{name}</bdi>
        {count > 1 ? ` (${number} of ${count})` : null}
      </span>
      <progress value={share} max={1} className="h-1.5 w-32 shrink-0 accent-accent" />
    </label>
  )
}

type UploadUnderWay = {
  name: string
  number: number
  count: number
  share: number
}

function usePdfUpload() {
  const { toasts, errors } = knowledgeMessages[defaultLocale]
  const { revalidate } = useRevalidator()
  const [underWay, setUnderWay] = useState<UploadUnderWay | null>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])

  async function upload(files: readonly File[], fields: Record<string, string>): Promise<File[]> {
    const isFit = (file: File) => file.size <= MAX_PDF_BYTES
    const refused = files.filter((file) => !isFit(file))
    const sentences = refused.map(({ name }) => fill(errors.fileTooLarge, { name }))
    setRefusals(sentences)
    const fit = files.filter(isFit)
    for (const [at, file] of fit.entries()) {
      const { name } = file
      const tell = (share: number) => setUnderWay({ name, number: at + 1, count: fit.length, share })
      tell(0)
      const answer = await sendFile('/admin/knowledge/pdfs', file, tell, fields)
      if ('stored' in answer) {
        showToast({ title: 'Success', text: fill(toasts.uploaded, { name }) })
        void revalidate()
        continue
      }
      refused.push(file)
      sentences.push(answer.refusal ?? fill(errors.uploadFailed, { name }))
      setRefusals([...sentences])
    }
    setUnderWay(null)
    return refused
  }

  return { upload, underWay, refusals }
}
