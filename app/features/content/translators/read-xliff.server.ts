import { SaxesParser } from 'saxes'

import { withAmpersands } from '#app/features/blog/transfer/wxr-pieces.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { type FileText, MAX_TEXTS } from './translation-file.ts'
import { beginUnit, fileText, type OpenUnit, type Part } from './xliff-unit.ts'

const MAX_DEPTH = 100

type Open = { name: string; attributes: Readonly<Record<string, string>> }

type Reader = {
  texts: FileText[]
  open: Open[]
  unit: OpenUnit | null
  part: Part | null
  /** Where text is written to; null for what is not translated, such as suggestions and notes. */
  into: (string | { ref: string })[] | null
  data: string | null
  language: string | null
  /** Where the open segment of XLIFF 1.2 begins in `into`. */
  segmentAt: number
}

class Stopped extends Error {}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads the units of XLIFF 1.2, 2.0 or 2.1. Elements and attributes of other namespaces are skipped, entities of a DTD are
 * never resolved, bare ampersands stay, and a damaged file is read up to its fault. @throws {FieldErrors} file, if it is not XLIFF.
 */
export function readXliff(xml: string): { texts: FileText[]; notes: string[] } {
  if (/^\s*<(?:!doctype\s+html|html)\b/i.test(xml)) throw notXliff('html')
  const reader: Reader = {
    texts: [],
    open: [],
    unit: null,
    part: null,
    into: null,
    data: null,
    language: null,
    segmentAt: 0,
  }
  const notes: string[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', ({ message }) => {
    // Saxes writes an entity that it does not know as it is.
    if (message.includes('undefined entity')) return
    notes.push(`The file is damaged in line ${parser.line}; what follows was not read.`)
    throw new Stopped()
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag = local(name)
    if (reader.open.length === 0 && tag !== 'xliff') throw notXliff(tag)
    reader.open.push({ name: tag, attributes })
    if (reader.open.length > MAX_DEPTH) {
      notes.push(`The file is nested too deep in line ${parser.line}; what follows was not read.`)
      throw new Stopped()
    }
    opened(reader, tag, attributes)
  })
  const hear = (said: string) => {
    if (reader.data !== null) reader.data += said
    else reader.into?.push(said)
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', ({ name }) => {
    closed(reader, local(name))
    reader.open.pop()
    if (reader.texts.length > MAX_TEXTS) throw new Stopped()
  })
  try {
    parser.write(withAmpersands(xml)).close()
  } catch (error) {
    if (error instanceof FieldErrors || !(error instanceof Stopped)) throw error
    if (reader.open.length === 0) throw notXliff('')
  }
  return { texts: reader.texts, notes }
}

function notXliff(tag: string): FieldErrors {
  return new FieldErrors({
    file:
      tag === 'html'
        ? 'This is a web page, not XLIFF.'
        : 'This is neither XLIFF nor CSV. Please choose the file that your translator returned.',
  })
}

type Attributes = Open['attributes']

function opened(reader: Reader, tag: string, attributes: Attributes): void {
  const { unit, part } = reader
  const parent = reader.open.at(-2)?.name
  if (tag === 'xliff') reader.language = attributes['trgLang'] ?? null
  else if (tag === 'file') reader.language = attributes['target-language'] ?? reader.language
  else if (tag === 'unit' || tag === 'trans-unit') {
    const ids = [attributes['id'], attributes['name'], attributes['resname']]
    reader.unit = beginUnit(ids, reader.language)
    reader.part = tag === 'unit' ? null : addPart(reader.unit, attributes, true)
  } else if (!unit) return
  else if ((tag === 'segment' || tag === 'ignorable') && parent === 'unit')
    reader.part = addPart(unit, attributes, tag === 'segment')
  else if (tag === 'data' && parent === 'originalData') {
    reader.data = ''
  } else if (
    part &&
    (tag === 'source' || tag === 'target') &&
    /^(segment|ignorable|trans-unit)$/.test(String(parent))
  ) {
    const words: Part['source'] = []
    part[tag] = words
    if (tag === 'target') {
      part.order = Number(attributes['order']) || null
      part.state = attributes['state'] ?? part.state
    }
    reader.into = words
  } else if (tag === 'seg-source') reader.into = []
  else if (reader.into) {
    if (isSegmentMark(tag, attributes)) reader.segmentAt = reader.into.length
    openInline(reader.into, tag, attributes)
  }
}

const isSegmentMark = (tag: string, { mtype }: Attributes) => tag === 'mrk' && mtype === 'seg'

function addPart(unit: OpenUnit, { state, approved }: Attributes, isSegment: boolean): Part {
  const part: Part = {
    isSegment,
    isHalf: false,
    worded: new Set(),
    source: null,
    target: null,
    order: null,
    state: state ?? approved ?? null,
  }
  unit.parts.push(part)
  return part
}

/** Writes what stands for a piece of code: in XLIFF 2 the unit's original data or what tools show for it. */
function openInline(into: NonNullable<Reader['into']>, tag: string, attributes: Attributes): void {
  const { hex, dataRef, dataRefStart } = attributes
  const ref = dataRef ?? dataRefStart
  if (tag === 'cp') into.push(characterOf(hex))
  else
    into.push(
      ref === undefined
        ? shownFor(attributes, ['equiv', 'disp', 'equivStart', 'dispStart', 'equiv-text'])
        : { ref },
    )
}

function shownFor(attributes: Attributes, names: readonly string[]): string {
  const shown = names.map((name) => attributes[name]).find((text) => text !== undefined)
  return shown === undefined ? '' : shown
}

function characterOf(hex = ''): string {
  const code = /^[\da-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

function closed(reader: Reader, tag: string): void {
  const { unit, part, into } = reader
  const { attributes = {}, name: parent } = { ...reader.open.at(-1), name: reader.open.at(-2)?.name }
  if (tag === 'unit' || tag === 'trans-unit') {
    if (unit) reader.texts.push(fileText(unit))
    reader.unit = null
    reader.part = null
    reader.into = null
  } else if (!unit) return
  else if (tag === 'data' && reader.data !== null) {
    if (attributes['id'] !== undefined) unit.data.set(attributes['id'], reader.data)
    reader.data = null
  } else if (tag === 'source' || tag === 'target') {
    if (/^(segment|ignorable|trans-unit)$/.test(String(parent))) reader.into = null
  } else if (tag === 'seg-source') reader.into = null
  else if (part && into && isSegmentMark(tag, attributes)) {
    const said = into.slice(reader.segmentAt)
    const isBlank = said.every((word) => typeof word === 'string' && word.trim() === '')
    const id = String(attributes['mid'])
    if (into !== part.target && !isBlank) part.worded.add(id)
    if (into === part.target && isBlank && part.worded.has(id)) part.isHalf = true
  } else if (tag === 'pc' && into) {
    const { dataRefEnd } = attributes
    into.push(dataRefEnd === undefined ? shownFor(attributes, ['equivEnd', 'dispEnd']) : { ref: dataRefEnd })
  }
}
