import { useVideoUpload } from '#app/features/images/videos/use-video-upload.ts'
import { videoTypes } from '#app/features/images/videos/video-kind.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

type VideoInputProps = {
  id: string
  label: string
  error: string | undefined
  hint: string | undefined
  value: string
  onChange: (address: string, isTyping?: boolean) => void
}

export function VideoInput({ value, onChange, error, ...field }: VideoInputProps) {
  const { upload, share, refusal } = useVideoUpload()
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        error={error ?? refusal ?? undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value, true)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <label className={buttonClass({ tone: 'outline', size: 'sm', className: 'focus-within:outline-2' })}>
          <input
            type="file"
            accept={Object.values(videoTypes).join(',')}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (file) void upload(file).then((stored) => stored !== null && onChange(stored))
            }}
          />
          Upload video
        </label>
        <p aria-live="polite" className="text-sm text-muted">
          {share === null ? '' : `Uploading… ${Math.round(share * 100)}%`}
        </p>
      </div>
    </div>
  )
}
