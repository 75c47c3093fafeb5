import { type DragEvent, useRef, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ChevronDown, Copy, Eye, EyeOff, Menu, Trash2, TriangleAlert } from '#app/ui/icons.tsx'

import type { StoredBlock } from '../page-document.ts'

import type { BlockDescription } from './block-description.ts'
import type { Blocks, EditorAction } from './editor-state.ts'
import { IconButton } from './icon-button.tsx'

type BlockListProps = {
  blocks: Blocks
  chosen: string | null
  types: ReadonlyMap<string, BlockDescription>
  faults: Readonly<Record<string, string>>
  dispatch: (action: EditorAction) => void
}

/** The blocks of the page in order, with buttons that move, hide, duplicate and remove the chosen one. */
export function BlockList({ blocks, chosen, types, faults, dispatch }: BlockListProps) {
  const [said, say] = useState('')
  const { dragged, over, handlers } = useDragging(blocks, dispatch)
  const nameOf = ({ type }: StoredBlock) => types.get(type)?.title ?? type
  const run = (action: EditorAction, words: string) => {
    dispatch(action)
    say(words)
  }
  return (
    <>
      <ol aria-label="Blocks" className="grid gap-0.5">
        {blocks.map((block, index) => (
          <li
            key={block.id}
            {...handlers(block.id, index)}
            className={cx(
              'rounded-md border',
              block.id === chosen ? 'border-line-strong bg-overlay' : 'border-transparent',
              dragged === block.id && 'opacity-50',
              over === index && 'outline-2 outline-accent',
            )}
          >
            <div className="flex items-center gap-1">
              <Menu aria-hidden className="ml-1 size-4 shrink-0 cursor-grab text-muted" />
              <button
                type="button"
                aria-current={block.id === chosen ? 'true' : undefined}
                onClick={() => dispatch({ do: 'choose', id: block.id })}
                className="min-w-0 flex-1 rounded-md px-1.5 py-1.5 text-left"
              >
                <span className="flex items-center gap-1.5 text-sm font-medium">
                  <span className="truncate">{nameOf(block)}</span>
                  {block.hidden ? <span className="text-xs font-normal text-muted">Hidden</span> : null}
                  {hasFault(block.id, faults) ? (
                    <TriangleAlert role="img" aria-label="Needs attention" className="size-3.5 text-danger" />
                  ) : null}
                </span>
                <span className="block truncate text-xs text-muted">{wordsOf(block)}</span>
              </button>
            </div>
            {block.id === chosen ? (
              <FormFields>
                <div className="flex gap-0.5 px-1 pb-1 pl-6">
                  <IconButton
                    name="Move up"
                    icon={ChevronDown}
                    iconClass="rotate-180"
                    isOff={index === 0}
                    onPress={() =>
                      run(
                        { do: 'move', id: block.id, to: index - 1 },
                        `${nameOf(block)} moved to position ${index} of ${blocks.length}.`,
                      )
                    }
                  />
                  <IconButton
                    name="Move down"
                    icon={ChevronDown}
                    isOff={index === blocks.length - 1}
                    onPress={() =>
                      run(
                        { do: 'move', id: block.id, to: index + 1 },
                        `${nameOf(block)} moved to position ${index + 2} of ${blocks.length}.`,
                      )
                    }
                  />
                  <IconButton
                    name={block.hidden ? 'Show' : 'Hide'}
                    icon={block.hidden ? Eye : EyeOff}
                    onPress={() =>
                      run(
                        { do: 'hide', id: block.id },
                        `${nameOf(block)} is ${block.hidden ? 'shown' : 'hidden'}.`,
                      )
                    }
                  />
                  <IconButton
                    name="Duplicate"
                    icon={Copy}
                    onPress={() => run({ do: 'duplicate', id: block.id }, `${nameOf(block)} duplicated.`)}
                  />
                  <IconButton
                    name="Remove"
                    icon={Trash2}
                    onPress={() =>
                      run({ do: 'remove', id: block.id }, `${nameOf(block)} removed. Undo brings it back.`)
                    }
                  />
                </div>
              </FormFields>
            ) : null}
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  )
}

function hasFault(id: string, faults: BlockListProps['faults']): boolean {
  return Object.keys(faults).some((place) => place.startsWith(`${id}/`))
}

/** Returns a block's first text, by which an owner recognizes it. */
function wordsOf({ props }: StoredBlock): string {
  const { title, before, missionTitle } = props
  const found = [title, before, missionTitle].find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found.slice(0, 80) : ''
}

function useDragging(blocks: Blocks, dispatch: BlockListProps['dispatch']) {
  const held = useRef<string>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    held.current = null
    setDragged(null)
    setOver(null)
  }
  const handlers = (id: string, index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      held.current = id
      setDragged(id)
    },
    onDragOver: (event: DragEvent) => {
      if (held.current === null) return
      event.preventDefault()
      setOver(index)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const mine = blocks.find((block) => block.id === held.current)
      if (mine) dispatch({ do: 'move', id: mine.id, to: index })
      end()
    },
    onDragEnd: end,
  })
  return { dragged, over, handlers }
}
