import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readForm, textFields, readJson } from './request-body.server.ts'

const URLENCODED = 'application/x-www-form-urlencoded'

function post(body: BodyInit, headers: Record<string, string> = { 'content-type': URLENCODED }): Request {
  const streaming = body instanceof ReadableStream ? { duplex: 'half' } : {}
  return new Request('http://site.test/', { method: 'POST', body, headers, ...streaming })
}

function endlessBody(bytes: number) {
  const seen = { pulls: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulls += 1
        if (seen.pulls > 1000) controller.close()
        else controller.enqueue(new Uint8Array(bytes).fill(97))
      },
      cancel() {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

test('reads a plain form, its type in any case and with parameters', async () => {
  const request = post('name=Ada+L%C3%BC&empty=', {
    'content-type': `${URLENCODED.toUpperCase()} ; charset=utf-8`,
  })
  expect(textFields(await readForm(request, { maxBytes: 100 }))).toEqual({ name: 'Ada Lü', empty: '' })
})

test('reads a multipart form; files are no text fields', async () => {
  const form = new FormData()
  form.set('name', 'Ada')
  form.set('file', new File(['x'], 'x.txt'))
  const read = await readForm(new Request('http://site.test/', { method: 'POST', body: form }), {
    maxBytes: 5000,
  })
  expect(read.get('file')).toBeInstanceOf(File)
  expect(textFields(read)).toEqual({ name: 'Ada' })
})

test('a file may be larger than the texts beside it, and a text may not', async () => {
  const body = (text: string, file: string) => {
    const form = new FormData()
    form.set('text', text)
    form.set('file', new File([file], 'x.txt'))
    return new Request('http://site.test/', { method: 'POST', body: form })
  }
  const limits = { maxBytes: 1000, maxFileBytes: 5000 }
  const read = await readForm(body('a'.repeat(1000), 'b'.repeat(4000)), limits)
  expect(read.get('file')).toHaveProperty('size', 4000)
  await expect(readForm(body('a'.repeat(1001), ''), limits)).rejects.toMatchObject({ code: 'too-large' })
})

test('wherever the connection cuts the end of a form, its file arrives whole', async () => {
  const [head, end] = [
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
    '\r\n--x--\r\n',
  ]
  // The server parses 256 KB at a time; the next part may be empty, or contain only the end.
  for (let late = 0; late <= end.length + 2; late += 1) {
    const size = 256 * 1024 - head.length - end.length + late
    const whole = Buffer.from(`${head}${'film'.repeat(size).slice(0, size)}${end}`)
    const at = whole.length - late
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of [whole.subarray(0, at), whole.subarray(at)])
          if (part.length > 0) controller.enqueue(new Uint8Array(part))
        controller.close()
      },
    })
    const request = post(body, { 'content-type': 'multipart/form-data; boundary=x' })
    const file = (await readForm(request, { maxFileBytes: 512 * 1024 })).get('file')
    expect(file instanceof File ? file.size : 0, `${late} bytes late`).toBe(size)
  }
})

test.each(['application/json', 'text/plain', '', 'multipart/mixed; boundary=x', `x;${URLENCODED}`])(
  'a body of type %j is not read',
  async (type) => {
    const { stream, seen } = endlessBody(1)
    const request = post(stream, type ? { 'content-type': type } : {})
    await expect(readForm(request, { maxBytes: 100 })).rejects.toMatchObject({ code: 'unsupported-type' })
    expect(seen.pulls).toBe(0)
  },
)

test('a body that says it is too large is refused unread', async () => {
  const { stream, seen } = endlessBody(1)
  const request = post(stream, { 'content-type': URLENCODED, 'content-length': '101' })
  await expect(readForm(request, { maxBytes: 100 })).rejects.toMatchObject({ code: 'too-large', status: 413 })
  expect(seen.pulls).toBe(0)
})

test.each<Record<string, string>>([{}, { 'content-length': '5' }, { 'content-length': 'many' }])(
  'a body that lies about its length (%j) is cut off as soon as it is too large',
  async (length) => {
    const { stream, seen } = endlessBody(40)
    const request = post(stream, { 'content-type': URLENCODED, ...length })
    await expect(readForm(request, { maxBytes: 100 })).rejects.toMatchObject({ code: 'too-large' })
    expect(seen).toEqual({ pulls: 3, cancelled: true })
  },
)

test('the limit itself is accepted, one byte more is not', async () => {
  const body = `a=${'b'.repeat(98)}`
  const named = post(body, { 'content-type': URLENCODED, 'content-length': '100' })
  for (const request of [post(body), named])
    expect(textFields(await readForm(request, { maxBytes: 100 }))['a']).toHaveLength(98)
  await expect(readForm(post(`${body}b`), { maxBytes: 100 })).rejects.toMatchObject({ code: 'too-large' })
})

test.each([
  ['without a boundary', 'multipart/form-data', '--x\r\n'],
  [
    'cut off',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nhal',
  ],
  ['with a part that has no name', 'multipart/form-data; boundary=x', '--x\r\n\r\nvalue\r\n--x--\r\n'],
])('a multipart form %s is refused as damaged', async (_what, type, body) => {
  const request = post(body, { 'content-type': type })
  await expect(readForm(request, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'invalid', status: 400 })
})

test('a field named __proto__ is a field like any other', async () => {
  const fields = textFields(await readForm(post('__proto__=x&constructor=y'), { maxBytes: 100 }))
  expect(Object.entries(fields)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
  expect(fields['toString']).toBeUndefined()
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})

test('of a repeated name the first is kept', async () => {
  expect(textFields(await readForm(post('a=1&a=2'), { maxBytes: 100 }))).toEqual({ a: '1' })
})

test('whatever was filled in comes back', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, text, { maxKeys: 5 }), async (filled) => {
      const body = new URLSearchParams(Object.entries(filled)).toString()
      const fields = textFields(await readForm(post(body), { maxBytes: 100_000 }))
      expect(Object.entries(fields)).toEqual(Object.entries(filled))
    }),
  )
})

test('without other limits a form is of 64 KB and 50 fields', async () => {
  const fields = (n: number) => Array.from({ length: n }, (_, at) => `f${at}=1`).join('&')
  expect(Object.keys(textFields(await readForm(post(fields(50)))))).toHaveLength(50)
  await expect(readForm(post(fields(51)))).rejects.toMatchObject({ code: 'too-large', status: 413 })
  expect([...(await readForm(post(fields(60)), { maxFields: 60 }))]).toHaveLength(60)
  await expect(readForm(post('a'.repeat(64 * 1024 + 1)))).rejects.toMatchObject({ status: 413 })
})

test('a multipart form has as many parts at most, none with a header past all measure', async () => {
  const part = (header: string) => `--x\r\n${header}\r\n\r\nvalue\r\n`
  const named = 'content-disposition: form-data; name="a"'
  const send = (parts: string[]) =>
    readForm(post(`${parts.join('')}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary="x"' }))
  expect([...(await send(Array.from({ length: 50 }, () => part(named))))]).toHaveLength(50)
  await expect(send(Array.from({ length: 51 }, () => part(named)))).rejects.toMatchObject({ status: 413 })
  await expect(send([part(`${named}\r\nx-long: ${'y'.repeat(5000)}`)])).rejects.toMatchObject({ status: 400 })
})

const json = (body: string) =>
  readJson(
    new Request('http://a.example', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }),
    { maxBytes: 2_000_000 },
  )

test('JSON is refused before it is parsed if it is nested without reason', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(await json(`{"a":${nested(90)}}`)).toBeTypeOf('object')
  await expect(json(nested(101))).rejects.toMatchObject({ code: 'invalid' })
  await expect(json('{"a":'.repeat(101))).rejects.toMatchObject({ code: 'invalid' })
  const text = `${'['.repeat(500)}\\" ${'{'.repeat(500)}`
  expect(await json(JSON.stringify({ text }))).toEqual({ text })
})
