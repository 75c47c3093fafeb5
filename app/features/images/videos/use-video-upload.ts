import { useState } from 'react'

import { sendFile } from '#app/ui/send-file.ts'

import { MAX_VIDEO_BYTES, VIDEO_PART } from './video-kind.ts'

const failed = 'The video could not be uploaded. Please check your connection and try again.'

export function useVideoUpload() {
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function upload(file: File): Promise<string | null> {
    const { size, name } = file
    setRefusal(
      size > MAX_VIDEO_BYTES ? 'A video can have at most 200 MB. Please choose a smaller one.' : null,
    )
    if (size > MAX_VIDEO_BYTES) return null
    let video = ''
    for (let part = 0; part * VIDEO_PART < size; part += 1) {
      const begin = part * VIDEO_PART
      const piece = new File([file.slice(begin, begin + VIDEO_PART)], name)
      const note = (sent: number) => setShare((begin + sent * piece.size) / size)
      const fields = { video, part: String(part), size: String(size) }
      const answer = await sendFile<{ video: string; address: string | null }>(
        '/admin/videos',
        piece,
        note,
        fields,
      )
      if (!('stored' in answer)) {
        setShare(null)
        setRefusal(answer.refusal ?? failed)
        return null
      }
      video = answer.stored.video
      if (answer.stored.address !== null) {
        setShare(null)
        return answer.stored.address
      }
    }
    return null
  }

  return { upload, share, refusal }
}
