import { z } from 'zod'

import type { Dress } from '../build-content.server.ts'
import { namesIn } from '#app/lib/names-in-braces.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'

/** A text of a block that is shown in the frame. */
export type Mark = {
  /** `block-id/entries.0.answer` */
  place: string
  text: string
  title: string
  /** Whether it names no facts, so that the shown text may be stored. */
  isPlain: boolean
}

/** Private-use characters, which none of the fonts draws, mark shown texts with the number of their field. */
const START = '\uE000'
const MIDDLE = '\uE001'
const END = '\uE002'
const BLOCK = '\uE003'
const ZERO = 0xe010

export const markPattern = /\uE000([\uE010-\uE019]+)\uE001([^\uE000-\uE003]*)\uE002/g
export const blockPattern = /\uE003([\uE010-\uE019]+)\uE001/g
/** Matches the characters themselves and their percent-encoded form in addresses. */
export const strayPattern = /[\uE000-\uE01F]|%EE%80%[89][0-9A-F]/gi

export function markNumber(digits: string): number {
  return Number(Array.from(digits, (digit) => (digit.codePointAt(0) ?? ZERO) - ZERO).join(''))
}

function digitsOf(index: number): string {
  return Array.from(String(index), (digit) => String.fromCodePoint(ZERO + Number(digit))).join('')
}

/** Returns the mark before a block, which leads from its element to its id. */
export function blockMark(index: number): string {
  return `${BLOCK}${digitsOf(index)}${MIDDLE}`
}

/** Puts marks around the texts of blocks, and records the field of each. */
export function createMarks(): { marks: readonly Mark[]; dress: Dress } {
  const marks: Mark[] = []
  const add = (mark: Mark, shown: string) => {
    marks.push(mark)
    return `${START}${digitsOf(marks.length - 1)}${MIDDLE}${shown.replaceAll(strayPattern, '')}${END}`
  }
  const dress: Dress = ({ schema }, { id, props }, filled) =>
    // `markEach` keeps the shape and only changes texts.
    markEach(schema, { stored: props, filled, path: [], isItem: false }, (path, field) =>
      add({ ...field, place: `${id}/${path.join('.')}` }, field.shown),
    ) as typeof filled
  return { marks, dress }
}

type Value = { stored: unknown; filled: unknown; path: readonly (string | number)[]; isItem: boolean }
type Field = Pick<Mark, 'text' | 'title' | 'isPlain'> & { shown: string }
type Add = (path: Value['path'], field: Field) => string

function markEach(schema: z.ZodType, { stored, filled, path, isItem }: Value, add: Add): unknown {
  const inner = unwrapped(schema)
  if (typeof stored === 'string' && typeof filled === 'string')
    return markText(schema, { stored, filled, path, isItem }, add)
  if (inner instanceof z.ZodArray && Array.isArray(stored) && Array.isArray(filled))
    return filled.map((each: unknown, index) =>
      markEach(
        inner.element as z.ZodType,
        { stored: stored[index], filled: each, path: [...path, index], isItem: true },
        add,
      ),
    )
  if (!(inner instanceof z.ZodObject) || !isFields(stored) || !isFields(filled)) return filled
  return Object.fromEntries(
    Object.entries(filled).map(([name, each]) => {
      const field: unknown = inner.shape[name]
      const value = { stored: stored[name], filled: each, path: [...path, name], isItem: false }
      return [name, field instanceof z.ZodType ? markEach(field, value, add) : each]
    }),
  )
}

function markText(
  schema: z.ZodType,
  { stored, filled, path, isItem }: Value & { stored: string; filled: string },
  add: Add,
): string {
  const meta = fieldMetaOf(schema)
  // Texts have a default; names that addresses are made of have none, and stay unmarked.
  if (!meta || !(schema instanceof z.ZodDefault) || !/^(line|paragraph|rich)$/.test(meta.control))
    return filled
  const field = { text: stored, title: meta.title, shown: filled }
  // An empty required text is marked, and shows its title, so that a new block can be seen and filled in.
  if (stored === '')
    return meta.isRequired || isItem ? add(path, { ...field, isPlain: meta.control !== 'rich' }) : ''
  if (filled === '' || meta.control === 'rich') return filled
  return add(path, { ...field, isPlain: namesIn(stored).length === 0 && !/[\uE000-\uE01F]/.test(stored) })
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
