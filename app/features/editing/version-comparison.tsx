import { diffLines } from 'diff'

import { Button } from '#app/ui/button.tsx'
import { GitMerge } from '#app/ui/icons.tsx'

import type { VersionConflict } from './versions.ts'

type VersionComparisonProps<Field extends string> = {
  /** For example `post`. */
  what: string
  names: Readonly<Record<Field, string>>
  conflict: VersionConflict<Record<Field, string>>
  onTakeTheirs: () => void
}

/** Shows both texts of a rejected save line by line. Nothing was overwritten; the editor below still has mine. */
export function VersionComparison<Field extends string>({
  what,
  names,
  conflict: { current, mine },
  onTakeTheirs,
}: VersionComparisonProps<Field>) {
  const keys = Object.keys(names) as Field[]
  const changed = keys.filter((key) => mine[key] !== current[key])
  return (
    <section
      aria-label="Both versions"
      role="alert"
      className="grid gap-4 rounded-md border border-warning/50 bg-warning/10 p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <GitMerge aria-hidden className="size-4 shrink-0 text-warning" />
        <p className="flex-1 text-sm">
          This {what} was saved elsewhere since you opened it. Nothing was overwritten. Copy what you want to
          keep into the editor below and save yours, or take theirs.
        </p>
        <Button tone="outline" size="sm" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
      {changed.length === 0 ? <p className="text-sm text-secondary">Both texts are the same.</p> : null}
      {changed.map((key) => (
        <Differences
          key={key}
          name={names[key]}
          before={current[key]}
          after={mine[key]}
          labels={conflictLabels}
        />
      ))}
    </section>
  )
}

const conflictLabels = { before: 'Theirs: ', after: 'Yours: ' }

type DifferencesProps = {
  name: string
  before: string
  after: string
  labels: { before: string; after: string }
}

export function Differences({ name, before, after, labels }: DifferencesProps) {
  return (
    <div className="grid gap-1.5">
      <h2 className="text-sm font-medium text-secondary">{name}</h2>
      <pre
        // oxlint-disable-next-line no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Differences in ${name}`}
        className="max-h-80 overflow-auto rounded-md border border-line bg-ink p-3 text-sm whitespace-pre-wrap"
      >
        {diffLines(before, after).map(({ value, added, removed }, n) =>
          added ? (
            <ins key={n} className="block bg-success/15 no-underline">
              <span className="text-success select-none">{labels.after}</span>
              {value}
            </ins>
          ) : removed ? (
            <del key={n} className="block bg-danger/15 no-underline">
              <span className="text-danger select-none">{labels.before}</span>
              {value}
            </del>
          ) : (
            <span key={n}>{value}</span>
          ),
        )}
      </pre>
    </div>
  )
}
