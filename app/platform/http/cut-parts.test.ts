import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_CUT_BYTES, readForm } from './request-body.server.ts'

const limits = { maxBytes: 1000, maxFileBytes: 5000, maxFields: 20, cutsFiles: true }

/** Returns a post whose body arrives in pieces of this size. */
async function post(form: FormData, piece: number): Promise<Request> {
  const whole = new Response(form)
  const bytes = await whole.bytes()
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += piece)))
    },
  })
  const headers = { 'content-type': String(whole.headers.get('content-type')) }
  // Node requires `duplex` for streams, which the browser's type lacks.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  return new Request('http://localhost/', init)
}

function formWith(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('before', 'one\r\n--two')
  form.set('file', new File([bytes], 'a.txt'))
  form.set('after', 'three')
  return form
}

test('whatever a file contains and however it arrives, it is read whole within its limit', async () => {
  const sizes = fc.uint8Array({ maxLength: 3000 })
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 4000 }), async (bytes, piece) => {
      const read = await readForm(await post(formWith(new Uint8Array(bytes)), piece), limits)
      expect(read.get('before')).toBe('one\r\n--two')
      expect(read.get('after')).toBe('three')
      expect(Buffer.compare(await (read.get('file') as File).bytes(), bytes)).toBe(0)
    }),
    { numRuns: 50 },
  )
})

test.each([10, 4096, 300_000])(
  'a too large file is cut, and what follows is read: pieces of %i',
  async (piece) => {
    const bytes = new Uint8Array(100_000).fill(13)
    const read = await readForm(await post(formWith(bytes), piece), limits)
    const file = read.get('file') as File
    expect(file.size).toBeGreaterThan(5000)
    expect(file.size).toBeLessThanOrEqual(6000)
    expect(read.get('after')).toBe('three')
  },
)

test('of several files one is kept', async () => {
  const form = formWith(new Uint8Array(10))
  for (let n = 0; n < 5; n += 1) form.append('more', new File(['x'], `${n}.txt`))
  const read = await readForm(await post(form, 4096), limits)
  expect([...read.keys()]).toEqual(['before', 'file', 'after'])
})

test('a text is not cut, but refused, and so is a body beyond the largest', async () => {
  const form = new FormData()
  form.set('text', 'a'.repeat(3000))
  await expect(readForm(await post(form, 4096), limits)).rejects.toMatchObject({ code: 'too-large' })
  const huge = await post(new FormData(), 4096)
  huge.headers.set('content-length', String(MAX_CUT_BYTES + 1))
  await expect(readForm(huge, limits)).rejects.toMatchObject({ code: 'too-large' })
})
