import type { StoredBlock } from '../page-document.ts'

import { freeName } from './block-description.ts'

export type Blocks = readonly StoredBlock[]
export type Path = readonly (string | number)[]

export type EditorState = {
  blocks: Blocks
  /** The block whose form is open. */
  chosen: string | null
  past: readonly Blocks[]
  future: readonly Blocks[]
  /** The field that is being typed in; further typing joins the same undo step. */
  typing: string | null
}

export type EditorAction =
  | { do: 'choose'; id: string | null }
  | { do: 'set'; id: string; path: Path; value: unknown; isTyping?: boolean }
  | { do: 'add'; block: StoredBlock; at: number }
  | { do: 'move'; id: string; to: number }
  | { do: 'hide' | 'duplicate' | 'remove'; id: string }
  | { do: 'undo' | 'redo' | 'rest' }
  /** Changes of others; not an undo step. */
  | { do: 'merge'; blocks: Blocks }
  /** Replaces their texts with mine in one undo step, so that undoing it restores theirs. */
  | { do: 'settle'; blocks: Blocks; over: Blocks }
  /** Replaces my texts with theirs; can be undone. */
  | { do: 'replace'; blocks: Blocks }

const MOST_STEPS = 100

export function startEditing(blocks: Blocks): EditorState {
  return { blocks, chosen: blocks[0]?.id ?? null, past: [], future: [], typing: null }
}

export function edit(state: EditorState, action: EditorAction): EditorState {
  const { blocks, past, future } = state
  switch (action.do) {
    case 'choose':
      return state.chosen === action.id ? state : { ...state, chosen: action.id, typing: null }
    case 'rest':
      return state.typing === null ? state : { ...state, typing: null }
    case 'merge':
      return keepChosen({ ...state, blocks: action.blocks, past: [], future: [], typing: null })
    case 'settle':
      return keepChosen({ ...state, blocks: action.blocks, past: [action.over], future: [], typing: null })
    case 'undo':
      return past.length === 0
        ? state
        : travel(state, { to: past[past.length - 1], past: past.slice(0, -1), future: [blocks, ...future] })
    case 'redo':
      return future.length === 0
        ? state
        : travel(state, { to: future[0], past: [...past, blocks], future: future.slice(1) })
    default:
      return step(state, action)
  }
}

type Change = Exclude<
  EditorAction,
  { do: 'choose' } | { do: 'merge' | 'settle' } | { do: 'undo' | 'redo' | 'rest' }
>

function step(state: EditorState, action: Change): EditorState {
  const blocks = changed(state.blocks, action)
  if (blocks === state.blocks) return state
  const typing = action.do === 'set' && action.isTyping ? placeOf(action.id, action.path) : null
  const joins = typing !== null && typing === state.typing
  return keepChosen({
    blocks,
    chosen: chosenAfter(state, blocks, action),
    past: joins ? state.past : [...state.past, state.blocks].slice(-MOST_STEPS),
    future: [],
    typing,
  })
}

function changed(blocks: Blocks, action: Change): Blocks {
  if (action.do === 'replace') return action.blocks
  if (action.do === 'add') return inserted(blocks, action.block, action.at)
  const at = blocks.findIndex(({ id }) => id === action.id)
  const block = blocks[at]
  if (!block) return blocks
  switch (action.do) {
    case 'set':
      return withBlock(blocks, at, { ...block, props: setAt(block.props, action.path, action.value) })
    case 'hide':
      return withBlock(blocks, at, { ...block, hidden: !block.hidden })
    case 'remove':
      return blocks.toSpliced(at, 1)
    case 'duplicate':
      return inserted(blocks, { ...block, id: freeId(block.id, blocks) }, at + 1)
    case 'move':
      return action.to === at || action.to < 0 || action.to >= blocks.length
        ? blocks
        : inserted(blocks.toSpliced(at, 1), block, action.to)
  }
}

function chosenAfter({ chosen }: EditorState, blocks: Blocks, action: Change): string | null {
  if (action.do === 'add') return action.block.id
  if (action.do !== 'duplicate') return chosen
  return blocks[blocks.findIndex(({ id }) => id === action.id) + 1]?.id ?? chosen
}

type Travel = { to: Blocks | undefined; past: readonly Blocks[]; future: readonly Blocks[] }

function travel(state: EditorState, { to, past, future }: Travel): EditorState {
  return to ? keepChosen({ ...state, blocks: to, past, future, typing: null }) : state
}

function keepChosen(state: EditorState): EditorState {
  const isThere = state.blocks.some(({ id }) => id === state.chosen)
  return isThere ? state : { ...state, chosen: state.blocks[0]?.id ?? null }
}

function inserted(blocks: Blocks, block: StoredBlock, at: number): Blocks {
  return blocks.toSpliced(at, 0, block)
}

function withBlock(blocks: Blocks, at: number, block: StoredBlock): Blocks {
  return blocks.with(at, block)
}

export function freeId(wanted: string, blocks: Blocks): string {
  return freeName(wanted.replace(/-\d+$/, ''), new Set(blocks.map(({ id }) => id)))
}

/** Returns the name of a field's place, as error messages and the frame use it. */
export function placeOf(id: string, path: Path): string {
  return `${id}/${path.join('.')}`
}

export function pathOfPlace(place: string): { id: string; path: Path } {
  const [id = '', names = ''] = place.split('/', 2)
  return { id, path: names.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name)) }
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isFields(inner) ? (inner as Readonly<Record<string, unknown>>)[name] : undefined),
    value,
  )
}

function setAt<Value>(value: Value, [name, ...rest]: Path, next: unknown): Value {
  if (name === undefined) return next as Value
  if (Array.isArray(value)) return value.with(Number(name), setAt(value[Number(name)], rest, next)) as Value
  const fields: Readonly<Record<string, unknown>> = isFields(value) ? { ...value } : {}
  return { ...fields, [name]: setAt(fields[name], rest, next) } as Value
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
