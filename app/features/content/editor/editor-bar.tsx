import { Link } from 'react-router'

import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ArrowLeft, CircleAlert, CircleCheck, ExternalLink, RotateCcw, RotateCw } from '#app/ui/icons.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { IconButton } from './icon-button.tsx'
import { type FrameWidth, frameWidths } from './page-frame.tsx'
import type { useDraft } from './use-draft.ts'

type Draft = Pick<ReturnType<typeof useDraft>, 'status' | 'refusal' | 'faults' | 'save'>

type EditorBarProps = {
  name: string
  address: string
  /** Public path of the page; null if it is not published. */
  path: string | null
  isChanged: boolean
  draft: Draft
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  width: FrameWidth
  onWidth: (width: FrameWidth) => void
  onPublish: () => void
}

const quiet = buttonClass({ tone: 'quiet', size: 'sm' })

export function EditorBar(props: EditorBarProps) {
  const { name, address, path, isChanged, draft } = props
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/admin/pages"
          aria-label="All pages"
          title="All pages"
          className="grid size-8 shrink-0 place-items-center rounded-sm text-secondary hover:bg-overlay hover:text-primary"
        >
          <ArrowLeft aria-hidden className="size-4" />
        </Link>
        <h1 className="truncate font-semibold">
          <bdi>{name}</bdi>
        </h1>
        <span className="shrink-0 rounded-full border border-line-strong px-2 py-0.5 text-xs text-secondary">
          {path === null ? 'Not published' : isChanged ? 'Changed' : 'Published'}
        </span>
      </div>
      <DraftStatus {...draft} />
      <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex">
          <IconButton name="Undo" icon={RotateCcw} isOff={!props.canUndo} onPress={props.onUndo} />
          <IconButton name="Redo" icon={RotateCw} isOff={!props.canRedo} onPress={props.onRedo} />
        </div>
        <Widths width={props.width} onWidth={props.onWidth} />
        <nav aria-label="This page" className="flex flex-wrap items-center">
          {path === null ? null : (
            <a href={path} target="_blank" rel="noopener" className={quiet}>
              <ExternalLink aria-hidden className="size-4" />
              View
            </a>
          )}
          <Link to={`${address}/details`} className={quiet}>
            Details
          </Link>
          <Link to={`${address}/revisions`} className={quiet}>
            Revisions
          </Link>
        </nav>
        <FormFields>
          <Button tone="solid" size="sm" onClick={props.onPublish}>
            Publish
          </Button>
        </FormFields>
      </div>
    </header>
  )
}

function DraftStatus({ status, refusal, faults, save }: Draft) {
  const places = Object.entries(faults)
  const isSaving = status === 'saving' || status === 'changed'
  const other = places.find(([place]) => !place.includes('/'))?.[1]
  return (
    <div className="flex items-center gap-2 text-sm">
      <p
        role="status"
        className={`flex items-center gap-1.5 ${status === 'failed' ? 'text-danger' : 'text-muted'}`}
      >
        {isSaving ? <Spinner className="size-3.5" /> : null}
        {status === 'failed' ? <CircleAlert aria-hidden className="size-4 shrink-0" /> : null}
        {status === 'saved' ? <CircleCheck aria-hidden className="size-4 shrink-0 text-success" /> : null}
        {status === 'saved'
          ? 'Saved'
          : isSaving
            ? 'Saving…'
            : places.length > 0
              ? `Not saved: ${other ?? `${places.length === 1 ? 'one field needs' : `${places.length} fields need`} attention.`}`
              : `Not saved: ${refusal}`}
      </p>
      {status === 'failed' && places.length === 0 ? (
        <Button tone="outline" size="sm" onClick={() => void save()}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}

const widthNames: Record<FrameWidth, string> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' }

function Widths({ width, onWidth }: { width: FrameWidth; onWidth: (width: FrameWidth) => void }) {
  return (
    <div role="radiogroup" aria-label="Width" className="flex rounded-full border border-line-strong p-0.5">
      {(Object.keys(frameWidths) as FrameWidth[]).map((name) => (
        <label
          key={name}
          className="rounded-full px-2.5 py-0.5 text-sm text-secondary has-checked:bg-overlay has-checked:text-primary has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="width"
            checked={width === name}
            onChange={() => onWidth(name)}
            className="sr-only"
          />
          {widthNames[name]}
        </label>
      ))}
    </div>
  )
}
