import { useRef, useState } from 'react'

import { FocusField } from '#app/features/images/admin/focus-field.tsx'
import { UploadProgress, useImageUpload } from '#app/features/images/admin/image-upload.tsx'
import { imageAddress, parseImageAddress } from '#app/features/images/image-address.ts'
import { imageTypes } from '#app/features/images/image-kind.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { PostForm } from '../post-form.ts'

type ImageFieldsProps = {
  form: Pick<PostForm, 'imageUrl' | 'imageAlt'>
  errors: Readonly<Record<string, string>>
  onEdited: () => void
}

export function ImageFields({ form, errors, onEdited }: ImageFieldsProps) {
  const url = useRef<HTMLInputElement>(null)
  const alt = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(form.imageUrl)
  const { upload, share, refusal } = useImageUpload()
  const image = parseImageAddress(address)

  function change(next: string): void {
    if (url.current) url.current.value = next
    setAddress(next)
    onEdited()
  }

  async function choose(file: File | undefined): Promise<void> {
    const before = document.activeElement
    const stored = file ? await upload(file) : null
    if (stored === null) return
    change(stored)
    // Do not move the focus if the writer has moved it meanwhile.
    if (document.activeElement === before) alt.current?.focus()
  }

  return (
    <>
      <div className="grid content-start gap-2">
        <TextField
          ref={url}
          id="post-imageUrl"
          name="imageUrl"
          label="Image URL"
          defaultValue={form.imageUrl}
          error={errors['imageUrl'] ?? refusal ?? undefined}
          placeholder="https://"
          inputMode="url"
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Upload share={share} onFile={(file) => void choose(file)} />
      </div>
      <div className="grid content-start gap-4">
        <TextField
          ref={alt}
          id="post-imageAlt"
          name="imageAlt"
          label="Image description"
          defaultValue={form.imageAlt}
          error={errors['imageAlt']}
          hint="Describes the image for people who cannot see it."
        />
        {image ? (
          <FocusField
            src={address}
            focus={image.focus}
            onFocus={(focus) => change(imageAddress({ ...image, focus }))}
          />
        ) : null}
      </div>
    </>
  )
}

type UploadProps = { share: number | null; onFile: (file: File | undefined) => void }

function Upload({ share, onFile }: UploadProps) {
  return (
    <div className="flex items-center gap-3">
      <label className={buttonClass({ tone: 'outline', size: 'sm', className: 'focus-within:outline-2' })}>
        <input
          type="file"
          accept={imageTypes}
          className="sr-only"
          onChange={({ currentTarget }) => {
            onFile(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        Upload image
      </label>
      <UploadProgress share={share} />
    </div>
  )
}
