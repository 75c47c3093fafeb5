import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { MaxPartsExceededError, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser'

import { AppError } from '#app/platform/errors.ts'

import { cutParts } from './cut-parts.ts'
import { parseUrlencoded } from './parse-form.ts'

/** Yields a body in chunks of bounded size. @throws {AppError} too-large once it exceeds `maxBytes`. */
async function* stretchesOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  let size = 0
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    for (let at = 0; at < chunk.byteLength; at += STRETCH) {
      // Copied, because a small chunk may keep 64 KB of the connection's buffer in memory.
      const copy = new Uint8Array(chunk.subarray(at, at + STRETCH))
      held.push(copy)
      length += copy.byteLength
      if (length < STRETCH) continue
      yield joined(held, length)
      held = []
      length = 0
    }
  }
  yield joined(held, length)
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const stretches: Uint8Array[] = []
  let size = 0
  for await (const stretch of stretchesOf(request, maxBytes)) {
    stretches.push(stretch)
    size += stretch.byteLength
  }
  return joined(stretches, size)
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    `This is larger than the form accepts (${Math.floor(maxBytes / 1024)} KB). Please shorten it.`,
  )
}

export async function readJson(request: Request, options: { maxBytes: number }): Promise<unknown> {
  if (mediaType(request.headers.get('content-type')) !== 'application/json')
    throw new AppError('unsupported-type', 'This address accepts only JSON.')
  const bytes = await readBody(request, options.maxBytes)
  if (isTooDeep(bytes)) throw damaged()
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw damaged(error)
  }
}

function damaged(cause?: unknown): AppError {
  return new AppError('invalid', 'The request arrived damaged. Please send it again.', { cause })
}

/** The deepest documents that the product sends itself have about ten levels. */
const MAX_DEPTH = 100
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

/** A megabyte of brackets would keep the parser busy for a fifth of a second. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) isText = !isText
    else if (isText && byte === BACKSLASH) at += 1
    else if (isText) continue
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const MAX_BYTES = 64 * 1024
const MAX_FIELDS = 50
/** Browsers send about 200 bytes of headers per part. */
const MAX_PART_HEADER_BYTES = 4096
const MAX_BOUNDARY = 70
/** Bytes that are parsed before other requests may run. */
const STRETCH = 256 * 1024

export type FormLimits = {
  /** Limit for all text fields together. */
  maxBytes?: number
  /** Limit for files, in addition to `maxBytes`. */
  maxFileBytes?: number
  maxFields?: number
  /**
   * Reads the fields although the file is too large: it is cut to one byte more than the limit. Only the first file is
   * kept.
   */
  cutsFiles?: boolean
}

/** The largest body of which the rest of a file is dropped. */
export const MAX_CUT_BYTES = 64 * 1024 * 1024

export async function readForm(
  request: Request,
  { maxBytes = MAX_BYTES, maxFileBytes = 0, maxFields = MAX_FIELDS, cutsFiles = false }: FormLimits = {},
): Promise<FormData> {
  if (request.headers.get('content-type') === null && request.headers.get('content-length') === '0')
    return new FormData()
  const contentType = request.headers.get('content-type')
  const type = mediaType(contentType)
  if (type === URLENCODED) return fromUrlencoded(await readBody(request, maxBytes), maxFields)
  if (contentType !== null && type === MULTIPART)
    return fromMultipart(request, contentType, { maxBytes, maxFileBytes, maxFields, cutsFiles })
  throw new AppError('unsupported-type', 'This address accepts only forms. Please use the form on the page.')
}

function mediaType(contentType: string | null): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase()
}

/** For routes with a single form. Scripts may send it with the other fields of the page's form. */
export function requireIntent(form: FormData, known?: string): FormData {
  const intent = form.get('intent')
  if (intent !== null && intent !== known) throw unknownIntent()
  return form
}

export function unknownIntent(): AppError {
  return new AppError('invalid', 'This form is unknown here. Please reload the page.')
}

function fromUrlencoded(bytes: Uint8Array, maxFields: number): FormData {
  const fields = parseUrlencoded(bytes, maxFields)
  if (!fields) throw tooManyFields(maxFields)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** Parses while the body arrives. Texts have a lower limit than files, because rejected texts are shown again. */
async function fromMultipart(
  request: Request,
  contentType: string,
  { maxBytes, maxFileBytes, maxFields, cutsFiles }: Required<FormLimits>,
): Promise<FormData> {
  const most = maxBytes + maxFileBytes
  const form = new FormData()
  const boundary = sound(maxFields, () => boundaryOf(contentType))
  const body = cutsFiles
    ? cutParts(stretchesOf(request, MAX_CUT_BYTES), boundary, { ofEach: maxBytes, ofAll: maxFileBytes })
    : stretchesOf(request, most)
  const parser = sound(maxFields, () => {
    const maxTotalSize = cutsFiles ? MAX_CUT_BYTES : most
    const sizes = { maxHeaderSize: MAX_PART_HEADER_BYTES, maxFileSize: most, maxTotalSize }
    return new MultipartParser(boundary, { ...sizes, maxParts: maxFields })
  })
  let text = 0
  let files = 0
  for await (const stretch of body) {
    sound(maxFields, () => {
      if (hasEnded(parser)) return
      for (const part of parser.write(stretch)) {
        if (part.filename === undefined) text += part.size
        if (text > maxBytes) throw tooLarge(maxBytes)
        const isFile = part.filename !== undefined && part.filename.length + part.size > 0
        if (cutsFiles && isFile && files++ > 0) continue
        addPart(form, part)
      }
    })
    await yieldToOthers()
  }
  sound(maxFields, () => parser.finish())
  return form
}

/** Content after the last boundary is ignored (RFC 2046, section 5.1.1), but the parser would throw. */
function hasEnded(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

/** Runs the parser and turns its errors into messages for the user. */
function sound<Result>(maxFields: number, parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    if (error instanceof MaxPartsExceededError) throw tooManyFields(maxFields)
    if (error instanceof AppError) throw error
    throw new AppError('invalid', 'The form arrived damaged. Please send it again.', { cause: error })
  }
}

/** @throws {Error} if there is no boundary, or one longer than RFC 2046, section 5.1.1 allows. */
function boundaryOf(contentType: string): string {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? token
  if (boundary === undefined || boundary.length > MAX_BOUNDARY) throw new Error('No boundary.')
  return boundary
}

function addPart(form: FormData, part: MultipartPart): void {
  if (part.name === undefined) throw new Error('A part has no name.')
  const name = unescapeName(part.name)
  if (part.filename === undefined) form.append(name, new TextDecoder().decode(part.bytes))
  else {
    // `joined` created these arrays, so they have buffers of their own, which the parser's type does not tell.
    const content = part.content as Uint8Array<ArrayBuffer>[]
    form.append(name, new File(content, unescapeName(part.filename), { type: part.mediaType ?? '' }))
  }
}

/** Browsers escape these three characters (HTML standard, multipart form data). */
function unescapeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll(/%0D/gi, '\r').replaceAll(/%0A/gi, '\n')
}

function tooManyFields(maxFields: number): AppError {
  return new AppError('too-large', `This has more fields than the form accepts (${maxFields}).`)
}

export function textFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of form) if (typeof value === 'string') fields[name] ??= value
  return fields
}
