/** `refusal` is null if the server did not respond. */
export type FileAnswer<Stored> = { stored: Stored } | { refusal: string | null }

/** Posts a file with upload progress from 0 to 1, which `fetch` cannot report. */
export function sendFile<Stored extends object>(
  path: string,
  file: File,
  onProgress: (share: number) => void,
  fields: Readonly<Record<string, string>> = {},
): Promise<FileAnswer<Stored>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('error', () => resolve({ refusal: null }))
    request.addEventListener('load', () => {
      const answer = request.response as Stored | { error: string } | null
      if (answer === null) resolve({ refusal: null })
      else resolve('error' in answer ? { refusal: answer.error } : { stored: answer })
    })
    request.open('POST', path)
    request.send(form)
  })
}
