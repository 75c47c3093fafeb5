import { useState } from 'react'

import { fill } from '#app/lib/messages.ts'
import { useMessages } from '#app/ui/locale.tsx'
import { sendFile } from '#app/ui/send-file.ts'

import { MAX_IMAGE_BYTES } from '../image-kind.ts'
import { imageMessages } from '../messages.ts'

/** Sends a picture; one that is too large is named and not sent. `share` runs from 0 to 1, and is null between uploads. */
export function useImageUpload() {
  const { errors } = useMessages(imageMessages)
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  /** @returns its address; null where it was refused. */
  async function upload(file: File): Promise<string | null> {
    const { name } = file
    if (file.size > MAX_IMAGE_BYTES) {
      setRefusal(fill(errors.tooLarge, { name }))
      return null
    }
    setRefusal(null)
    setShare(0)
    const answer = await sendFile<{ address: string }>('/admin/images', file, setShare)
    setShare(null)
    if ('stored' in answer) return answer.stored.address
    setRefusal(answer.refusal ?? fill(errors.uploadFailed, { name }))
    return null
  }

  return { upload, share, refusal }
}

/** How far an upload has come, from 0 to 1; nothing between uploads. Once it is sent, the picture is made. */
export function UploadProgress({ share }: { share: number | null }) {
  const text =
    share === null ? '' : share < 1 ? `Uploading… ${Math.round(share * 100)}%` : 'Preparing the picture…'
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {text}
    </p>
  )
}
