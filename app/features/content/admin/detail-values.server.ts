import { type Control, fieldMetaOf } from '../fields.ts'
import { type PageDocument, serviceFactsSchema } from '../page-document.ts'
import { SERVICE_PREFIX } from '../pages/page-details.server.ts'
import type { FieldConflict } from '../pages/save-page-draft.server.ts'

/** Values of the details form as forms send them: a ticked checkbox is `on`, another is missing. */
export type DetailValues = Readonly<Record<string, string>>

export type DetailsConflict = {
  version: number
  conflicts: readonly FieldConflict[]
  /** The stored values, but the values sent for fields that both sides changed. */
  fields: DetailValues
}

export type ServiceField = {
  name: string
  title: string
  description: string | undefined
  control: Control
  options: readonly { value: string; name: string }[]
}

export function detailsOf({ service, blocks: _blocks, ...words }: PageDocument): DetailValues {
  const facts = Object.entries(service ?? {}).map(
    ([name, value]) => [`${SERVICE_PREFIX}${name}`, value] as const,
  )
  return Object.fromEntries(
    [...Object.entries(words), ...facts].flatMap(([name, value]) => {
      if (typeof value === 'boolean') return value ? [[name, 'on']] : []
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

/** Form fields of a service's facts, described by their schema. */
export const serviceFields: readonly ServiceField[] = Object.entries(serviceFactsSchema.shape).flatMap(
  ([name, schema]) => {
    const meta = fieldMetaOf(schema)
    if (!meta) return []
    const options = Object.entries(meta.labels ?? {}).map(([value, label]) => ({ value, name: label }))
    return [
      {
        name: `${SERVICE_PREFIX}${name}`,
        title: meta.title,
        description: meta.description,
        control: meta.control,
        options,
      },
    ]
  },
)
