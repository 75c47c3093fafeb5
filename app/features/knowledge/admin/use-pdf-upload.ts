import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { fill } from '#app/lib/messages.ts'
import { useMessages } from '#app/ui/locale.tsx'
import { sendFile } from '#app/ui/send-file.ts'
import { showToast } from '#app/ui/toast.tsx'

import { MAX_PDF_BYTES } from '../items/item-fields.ts'
import { knowledgeMessages } from '../messages.ts'

export type UploadUnderWay = {
  name: string
  /** From 1. */
  number: number
  count: number
  /** From 0 to 1. */
  share: number
}

/** Sends files one after the other; those that are too large are named and not sent. */
export function usePdfUpload() {
  const { toasts, errors } = useMessages(knowledgeMessages)
  const { revalidate } = useRevalidator()
  const [underWay, setUnderWay] = useState<UploadUnderWay | null>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])

  /** @returns those that were refused. */
  async function upload(files: readonly File[], isPublic: boolean): Promise<File[]> {
    const isFit = (file: File) => file.size <= MAX_PDF_BYTES
    const refused = files.filter((file) => !isFit(file))
    const sentences = refused.map(({ name }) => fill(errors.fileTooLarge, { name }))
    setRefusals(sentences)
    const fit = files.filter(isFit)
    for (const [at, file] of fit.entries()) {
      const { name } = file
      const tell = (share: number) => setUnderWay({ name, number: at + 1, count: fit.length, share })
      tell(0)
      const answer = await sendFile('/admin/knowledge/pdfs', file, tell, isPublic ? { public: '1' } : {})
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
