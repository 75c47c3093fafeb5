import { useState } from 'react'

import { fill } from '#app/lib/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { sendFile } from '#app/ui/send-file.ts'

import { MAX_IMAGE_BYTES } from '../image-kind.ts'
import { imageMessages } from '../messages.ts'

export function useImageUpload() {
  const { errors } = imageMessages[defaultLocale]
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  /** @returns the picture's address; null if it was refused. */
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

export function UploadProgress({ share }: { share: number | null }) {
  const text =
    share === null ? '' : share < 1 ? `Uploading… ${Math.round(share * 100)}%` : 'Preparing the picture…'
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {text}
    </p>
  )
}
