import { describeSound, waveOf } from '#app/features/content/blocks/voice-samples/sound-address.ts'
import { useVideoUpload } from '#app/features/images/videos/use-video-upload.ts'
import { captionTypes, soundTypes, videoTypes } from '#app/features/images/videos/video-kind.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

type VideoInputProps = {
  kind: keyof typeof types
  id: string
  label: string
  error: string | undefined
  hint: string | undefined
  value: string
  onChange: (address: string, isTyping?: boolean) => void
}

const types = { video: videoTypes, sound: soundTypes, captions: captionTypes }
const words = { video: 'Upload video', sound: 'Upload recording', captions: 'Upload captions' }

export function VideoInput({ kind, value, onChange, error, ...field }: VideoInputProps) {
  const { upload, share, refusal } = useVideoUpload()
  const store = async (file: File) => {
    const stored = await upload(file)
    if (stored !== null) onChange(kind === 'sound' ? await describedSound(stored, file) : stored)
  }
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
            accept={[...Object.values(types[kind]), ...(kind === 'captions' ? ['.vtt'] : [])].join(',')}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (file) void store(file)
            }}
          />
          {words[kind]}
        </label>
        <p aria-live="polite" className="text-sm text-muted">
          {share === null ? '' : `Uploading… ${Math.round(share * 100)}%`}
        </p>
      </div>
    </div>
  )
}

/** Adds length and waveform to the address, unless the browser cannot decode the file. */
async function describedSound(address: string, file: File): Promise<string> {
  try {
    const context = new OfflineAudioContext(1, 1, 22_050)
    const sound = await context.decodeAudioData(await file.arrayBuffer())
    return describeSound({ address, seconds: sound.duration, wave: waveOf(sound.getChannelData(0)) })
  } catch {
    return address
  }
}
