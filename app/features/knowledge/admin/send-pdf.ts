import type { JsonRefusal } from '#app/platform/http/json-answer.server.ts'

/**
 * Sends one file and tells how far it has come; `fetch` cannot. Null once it is stored, else the server's sentence, or an
 * empty one where there was no answer of ours.
 */
export function sendPdf(file: File, onProgress: (share: number) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('error', () => resolve(''))
    request.addEventListener('load', () => {
      const answer = request.response as { stored: true } | JsonRefusal | null
      if (answer === null) resolve('')
      else resolve('stored' in answer ? null : answer.error)
    })
    request.open('POST', '/admin/knowledge/pdfs')
    request.send(form)
  })
}
