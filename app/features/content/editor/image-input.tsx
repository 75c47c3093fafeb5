import { UploadProgress, useImageUpload } from '#app/features/images/admin/image-upload.tsx'
import { imageTypes } from '#app/features/images/image-kind.ts'
import { Picture } from '#app/features/images/picture.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

type ImageInputProps = {
  id: string
  label: string
  error: string | undefined
  hint: string | undefined
  value: string
  onChange: (address: string) => void
}

export function ImageInput({ value, onChange, error, hint, ...field }: ImageInputProps) {
  const { upload, share, refusal } = useImageUpload()
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        error={error ?? refusal ?? undefined}
        hint={hint}
        value={value}
        placeholder="/images/…"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {value === '' ? null : (
        <Picture
          key={value}
          src={value}
          alt=""
          sizes="20rem"
          className="max-h-40 w-auto rounded-md border border-line object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <label className={buttonClass({ tone: 'outline', size: 'sm', className: 'focus-within:outline-2' })}>
          <input
            type="file"
            accept={imageTypes}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (file) void upload(file).then((stored) => stored !== null && onChange(stored))
            }}
          />
          Upload picture
        </label>
        {value === '' ? null : (
          <Button tone="quiet" size="sm" onClick={() => onChange('')}>
            Remove the picture
          </Button>
        )}
        <UploadProgress share={share} />
      </div>
    </div>
  )
}
