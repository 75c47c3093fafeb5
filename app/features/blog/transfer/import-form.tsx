import { type FormEvent, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { sendFile } from '#app/ui/send-file.ts'
import { Spinner } from '#app/ui/spinner.tsx'

import { IMPORT_PART, MAX_IMPORT_BYTES } from './read-import.ts'

const failed = 'The file could not be uploaded. Please check your connection and try again.'

/** Uploads the file in parts and opens its preview. Without script, the form is sent as a whole. */
export function ImportForm({ errors }: { errors: Readonly<Record<string, string>> }) {
  const isSending = useNavigation().formMethod === 'POST'
  const navigate = useNavigate()
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function upload(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [file, base] = [form.get('file'), form.get('base')]
    if (!(file instanceof File)) return
    setRefusal(null)
    setShare(0)
    const sent = await sendInParts(file, typeof base === 'string' ? base : '', setShare)
    setShare(null)
    if ('refusal' in sent) setRefusal(sent.refusal ?? failed)
    else await navigate(`/admin/blog/imports/${sent.id}`)
  }

  const isBusy = isSending || share !== null
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      aria-label="Import posts"
      onSubmit={(event) => void upload(event)}
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <FormFields>
        <div className="grid gap-1">
          <h2 className="text-heading">Import</h2>
          <p className="text-secondary">
            An export from WordPress, Ghost or another blog, or a zip of Markdown or HTML files, up to 300 MB.
            You see every post before anything is stored.
          </p>
          <p className="text-sm text-secondary">
            In WordPress the file comes from Tools → Export → Posts, in Ghost from Settings → Export.
          </p>
        </div>
        <FileField
          id="import-file"
          name="file"
          label="File"
          accept=".zip,.xml,.json,.md,.markdown,.html,.docx"
          maxBytes={MAX_IMPORT_BYTES}
          required
          error={refusal ?? errors['file']}
        />
        <TextField
          id="import-base"
          name="base"
          label="Address of the old blog"
          placeholder="https://"
          inputMode="url"
          error={errors['base']}
          hint="If you enter it, pictures that the file only names are fetched from there."
        />
        <Button type="submit" tone="solid" disabled={isBusy} className="justify-self-start">
          {isBusy ? <Spinner /> : null}
          Import
        </Button>
        <div role="status" className="grid gap-2 empty:absolute">
          {share === null ? null : (
            <>
              <p>{Math.round(share * 100)} % uploaded</p>
              <progress aria-label="Upload" value={share} max={1} className="h-2 w-full accent-accent" />
            </>
          )}
        </div>
      </FormFields>
    </Form>
  )
}

async function sendInParts(
  file: File,
  base: string,
  onProgress: (share: number) => void,
): Promise<{ id: string } | { refusal: string | null }> {
  let id = ''
  for (let part = 0; part * IMPORT_PART < file.size || part === 0; part += 1) {
    const begin = part * IMPORT_PART
    const piece = new File([file.slice(begin, begin + IMPORT_PART)], file.name)
    const answer = await sendFile<{ id: string }>(
      '/admin/blog/imports/parts',
      piece,
      (sent) => onProgress((begin + sent * piece.size) / Math.max(file.size, 1)),
      { import: id, part: String(part), size: String(file.size), base },
    )
    if (!('stored' in answer)) return answer
    id = assertDefined(answer.stored, 'a stored part has its import').id
  }
  return { id }
}
