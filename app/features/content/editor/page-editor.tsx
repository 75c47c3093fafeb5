import { type Dispatch, lazy, Suspense, use, useCallback, useEffect, useReducer, useState } from 'react'
import { useBlocker, useSubmit } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { FormFields, MayChangeContext } from '#app/ui/form-fields.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import type { PageDocument } from '../page-document.ts'

import { AddBlock } from './add-block.tsx'
import { type BlockDescription, initialProps } from './block-description.ts'
import { BlockForm } from './block-form.tsx'
import { BlockList } from './block-list.tsx'
import { EditorBar } from './editor-bar.tsx'
import { edit, type EditorAction, freeId, pathOfPlace, startEditing } from './editor-state.ts'
import { type Choices, controlId } from './field-props.ts'
import { undoByKey } from './frame-document.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { type FrameWidth, PageFrame } from './page-frame.tsx'
import type { PageLanguages } from './read-languages.server.ts'
import { useDraft } from './use-draft.ts'

/** Loaded when two members have changed the same texts, which is rare. */
const ConflictNotice = lazy(() =>
  import('./conflict-notice.tsx').then((module) => ({ default: module.ConflictNotice })),
)

/** Loaded for sites with several languages. */
const PageLanguagesFields = lazy(() =>
  import('./page-languages.tsx').then((module) => ({ default: module.PageLanguagesFields })),
)

type PageEditorProps = {
  id: string
  path: string
  version: number
  document: PageDocument
  isPublished: boolean
  isChanged: boolean
  /** Version made by publishing; null before. */
  published: number | null
  /** Null for a site with one language. */
  languages: PageLanguages | null
  types: readonly BlockDescription[]
  choices: Choices
}

const MOST_BLOCKS = 60

/** The page with its blocks and the chosen block's form beside it; two tabs on small screens. */
export function PageEditor({ id, path, document, types, choices, published, ...page }: PageEditorProps) {
  const [state, change] = useReducer(edit, document.blocks, startEditing)
  const mayChange = use(MayChangeContext)
  const chooseOnly = useCallback((action: EditorAction) => {
    if (action.do === 'choose') change(action)
  }, [])
  const dispatch = mayChange ? change : chooseOnly
  const [wanted, setWidth] = useState<FrameWidth | null>(null)
  const isAwake = useAwake()
  const width = wanted ?? (isAwake && innerWidth < 768 ? 'phone' : 'desktop')
  const [pane, setPane] = useState<'page' | 'blocks'>('page')
  const submit = useSubmit()
  const address = `/admin/pages/${id}`
  const { blocks, chosen } = state
  const [seen, setSeen] = useState({ published, blocks: page.isChanged ? null : blocks })
  if (seen.published !== published) setSeen({ published, blocks })
  const draft = useDraft({
    address: `${address}/draft`,
    document,
    version: page.version,
    published,
    blocks,
    dispatch,
  })
  const isUnsaved = draft.status !== 'saved'
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    currentLocation.pathname === nextLocation.pathname ? false : isUnsaved,
  )
  useWarning(isUnsaved)
  useUndoKeys(dispatch)
  const byType = new Map(types.map((type) => [type.type, type]))
  const at = blocks.findIndex((block) => block.id === chosen)
  const block = blocks[at]
  const undo = { onUndo: () => dispatch({ do: 'undo' }), onRedo: () => dispatch({ do: 'redo' }) }
  const publish = async () => {
    const version = await draft.save()
    if (version !== null) await submit({ intent: 'publish', version }, { method: 'post' })
    else showToast({ title: 'Not published', text: 'Some changes are not saved yet.', tone: 'destructive' })
  }

  return (
    <div className="grid min-h-0 grid-rows-[auto_auto_auto_1fr] lg:h-[calc(100dvh-2px)] max-lg:min-h-[calc(100dvh-8rem)]">
      <EditorBar
        name={document.name}
        address={address}
        path={page.isPublished ? path : null}
        isChanged={seen.blocks !== blocks}
        draft={draft}
        canUndo={state.past.length > 0}
        canRedo={state.future.length > 0}
        {...undo}
        width={width}
        onWidth={setWidth}
        onPublish={() => void publish()}
      />
      {draft.conflict ? (
        <Suspense>
          <ConflictNotice conflict={draft.conflict} onSettle={draft.settle} />
        </Suspense>
      ) : null}
      <PaneTabs pane={pane} onPane={setPane} />
      <div className="grid min-h-0 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className={cx('h-[calc(100dvh-14rem)] lg:h-full', pane === 'blocks' && 'max-lg:hidden')}>
          <PageFrame
            address={`${address}/frame`}
            blocks={blocks}
            chosen={chosen}
            width={width}
            events={{
              ...undo,
              onChoose: (chosenId) => dispatch({ do: 'choose', id: chosenId }),
              onText: (place, value) => dispatch({ do: 'set', ...pathOfPlace(place), value, isTyping: true }),
              onField: (place) => {
                const field = pathOfPlace(place)
                setPane('blocks')
                // Wait until the block's form is rendered.
                setTimeout(() => openField(controlId(field.id, field.path)))
              },
            }}
          />
        </div>
        <div
          className={cx(
            'min-h-0 overflow-y-auto border-line bg-raised lg:border-l',
            pane === 'page' && 'max-lg:hidden',
          )}
        >
          {page.languages ? (
            <Suspense>
              <PageLanguagesFields
                {...page.languages}
                chosen={chosen}
                onPlace={(place) => {
                  const field = pathOfPlace(place)
                  dispatch({ do: 'choose', id: field.id })
                  setTimeout(() => openField(controlId(field.id, field.path)))
                }}
              />
            </Suspense>
          ) : null}
          <section aria-labelledby="blocks-title" className="grid gap-3 border-b border-line p-4">
            <div className="flex items-center justify-between">
              <h2 id="blocks-title" className="text-sm font-semibold">
                Blocks
              </h2>
              <FormFields>
                <AddBlock
                  types={types}
                  isFull={blocks.length >= MOST_BLOCKS}
                  onAdd={({ type, version, fields }) =>
                    dispatch({
                      do: 'add',
                      at: at + 1,
                      block: {
                        id: freeId(type, blocks),
                        type,
                        version,
                        props: initialProps(fields, choices.services[0]?.id),
                      },
                    })
                  }
                />
              </FormFields>
            </div>
            <BlockList
              blocks={blocks}
              chosen={chosen}
              types={byType}
              faults={draft.faults}
              dispatch={dispatch}
            />
          </section>
          {block ? (
            <FormFields>
              <BlockForm
                key={block.id}
                block={block}
                type={byType.get(block.type)}
                faults={draft.faults}
                choices={choices}
                onChange={(fieldPath, value, isTyping = false) =>
                  dispatch({ do: 'set', id: block.id, path: fieldPath, value, isTyping })
                }
              />
            </FormFields>
          ) : (
            <p className="p-4 text-sm text-secondary">
              This page has no blocks yet. Add one to begin with, such as “Head of a page”.
            </p>
          )}
        </div>
      </div>
      <LeaveDialog blocker={blocker} onSave={draft.save} />
    </div>
  )
}

/** Also opens the `details` elements around the field. */
function openField(id: string): void {
  const control = document.getElementById(id)
  for (let inner = control?.closest('details'); inner; inner = inner.parentElement?.closest('details'))
    inner.open = true
  control?.focus()
}

function useUndoKeys(dispatch: Dispatch<EditorAction>): void {
  useEffect(() => {
    const undo = { onUndo: () => dispatch({ do: 'undo' }), onRedo: () => dispatch({ do: 'redo' }) }
    const listen = (event: KeyboardEvent) => undoByKey(event, undo)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [dispatch])
}

/** Asks the browser to warn before unsaved changes are lost. */
function useWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

type PaneTabsProps = { pane: 'page' | 'blocks'; onPane: (pane: 'page' | 'blocks') => void }

function PaneTabs({ pane, onPane }: PaneTabsProps) {
  const panes = { page: 'Page', blocks: 'Blocks and form' } as const
  return (
    <div role="group" aria-label="What is shown" className="flex border-b border-line px-3 lg:hidden">
      {(['page', 'blocks'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={pane === name}
          onClick={() => onPane(name)}
          className="-mb-px border-b-2 border-transparent px-4 py-2.5 text-sm text-secondary aria-pressed:border-accent aria-pressed:text-primary"
        >
          {panes[name]}
        </button>
      ))}
    </div>
  )
}
