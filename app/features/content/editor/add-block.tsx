import { useId, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { Plus, X } from '#app/ui/icons.tsx'

import type { BlockDescription } from './block-description.ts'
import { IconButton } from './icon-button.tsx'

type AddBlockProps = {
  types: readonly BlockDescription[]
  isFull: boolean
  onAdd: (type: BlockDescription) => void
}

export function AddBlock({ types, isFull, onAdd }: AddBlockProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [sought, setSought] = useState('')
  const id = useId()
  const words = sought.trim().toLowerCase()
  const found = types.filter(({ title, help }) => `${title} ${help}`.toLowerCase().includes(words))
  return (
    <>
      <Button
        tone="outline"
        size="sm"
        disabled={isFull}
        onClick={() => {
          setSought('')
          dialog.current?.showModal()
        }}
      >
        <Plus aria-hidden className="size-4" />
        Add block
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        className="m-auto max-h-[min(44rem,calc(100dvh-2rem))] w-[min(46rem,calc(100%-2rem))] overflow-hidden rounded-lg border border-line-strong bg-raised text-primary shadow-float backdrop:bg-black/60 open:grid open:grid-rows-[auto_1fr]"
      >
        <div className="grid gap-3 border-b border-line p-5">
          <div className="flex items-center justify-between">
            <h2 id={`${id}-title`} className="text-lg font-semibold">
              Add a block
            </h2>
            <IconButton name="Close" icon={X} onPress={() => dialog.current?.close()} />
          </div>
          <input
            type="search"
            aria-label="Search blocks"
            placeholder="Search"
            value={sought}
            onChange={({ currentTarget }) => setSought(currentTarget.value)}
            className={`${inputClass} py-2`}
          />
        </div>
        <ul className="grid content-start gap-1.5 overflow-y-auto p-3 sm:grid-cols-2">
          {found.map((type) => (
            <li key={type.type}>
              <button
                type="button"
                onClick={() => {
                  dialog.current?.close()
                  onAdd(type)
                }}
                className="h-full w-full rounded-md border border-line px-4 py-3 text-left transition-colors hover:border-accent hover:bg-overlay"
              >
                <span className="block font-medium">{type.title}</span>
                <span className="mt-0.5 block text-sm text-secondary">{type.help}</span>
              </button>
            </li>
          ))}
          {found.length === 0 ? <li className="p-3 text-secondary">No block has these words.</li> : null}
        </ul>
      </dialog>
    </>
  )
}
