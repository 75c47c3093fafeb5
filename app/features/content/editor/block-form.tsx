import type { StoredBlock } from '../page-document.ts'

import type { BlockDescription } from './block-description.ts'
import { placeOf } from './editor-state.ts'
import { FactList } from './fact-list.tsx'
import { FieldInput } from './field-input.tsx'
import type { Choices, FieldProps } from './field-props.ts'

type BlockFormProps = {
  block: StoredBlock
  /** Undefined for a removed block type. */
  type: BlockDescription | undefined
  faults: Readonly<Record<string, string>>
  choices: Choices
  onChange: FieldProps['onChange']
}

export function BlockForm({ block, type, faults, choices, onChange }: BlockFormProps) {
  const fault = faults[placeOf(block.id, [])]
  const missing = Object.entries(type?.fields ?? {}).flatMap(([name, field]) =>
    field.isRequired && block.props[name] === '' ? [field] : [],
  )
  return (
    <form aria-label="Block" className="grid gap-5 p-4 pb-12" onSubmit={(event) => event.preventDefault()}>
      <div>
        <h2 className="font-semibold">{type?.title ?? block.type}</h2>
        <p className="mt-0.5 text-sm text-secondary">
          {type?.help ?? 'This type of block is unknown and is left out of the page.'}
        </p>
        {missing.length > 0 ? (
          <p className="mt-2 text-sm text-warning">
            Visitors see this block once it has: {missing.map(({ title }) => title).join(', ')}.
          </p>
        ) : null}
        {fault ? <p className="mt-2 text-sm text-danger">{fault}</p> : null}
      </div>
      <FactList facts={choices.facts} />
      {Object.entries(type?.fields ?? {}).map(([name, field]) => (
        <FieldInput
          key={name}
          blockId={block.id}
          path={[name]}
          field={field}
          value={block.props[name]}
          faults={faults}
          choices={choices}
          onChange={onChange}
        />
      ))}
      <datalist id="page-addresses">
        {choices.pages.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </datalist>
    </form>
  )
}
