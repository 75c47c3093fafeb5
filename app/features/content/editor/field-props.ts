import type { FieldDescription } from './block-description.ts'
import { type Path, placeOf } from './editor-state.ts'

/** The records that a field can refer to. */
export type Choices = {
  services: readonly { id: string; name: string }[]
  meetings: readonly { slug: string; name: string }[]
  pages: readonly { path: string; name: string }[]
  facts: readonly { name: string; value: string }[]
}

export type FieldProps = {
  blockId: string
  path: Path
  field: FieldDescription
  value: unknown
  faults: Readonly<Record<string, string>>
  choices: Choices
  onChange: (path: Path, value: unknown, isTyping?: boolean) => void
}

/** Id of a field's control, by which the frame finds it. */
export const controlId = (blockId: string, path: Path) => `field-${placeOf(blockId, path)}`
