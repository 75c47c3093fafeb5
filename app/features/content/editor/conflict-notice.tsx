import { Button } from '#app/ui/button.tsx'
import { GitMerge } from '#app/ui/icons.tsx'

import type { DraftConflict } from './draft-answer.ts'

type ConflictNoticeProps = { conflict: DraftConflict; onSettle: (whose: 'mine' | 'theirs') => void }

/** Shows both texts of every field that somebody else has changed too. Either choice can be undone. */
export function ConflictNotice({ conflict, onSettle }: ConflictNoticeProps) {
  return (
    <section
      role="alert"
      aria-labelledby="conflict-title"
      className="grid gap-3 border-b border-line-strong bg-overlay px-4 py-3 text-sm"
    >
      <h2 id="conflict-title" className="flex items-center gap-2 font-semibold">
        <GitMerge aria-hidden className="size-4 text-warning" />
        Somebody else has changed the same texts. Nothing was overwritten.
      </h2>
      <ul className="grid max-h-48 gap-2 overflow-y-auto">
        {conflict.conflicts.map(({ place, name, mine, theirs }) => (
          <li key={place} className="grid gap-1 sm:grid-cols-[10rem_1fr_1fr]">
            <span className="text-secondary">{name}</span>
            <span className="break-words">
              <span className="text-muted">Yours: </span>
              {mine}
            </span>
            <span className="break-words">
              <span className="text-muted">Theirs: </span>
              {theirs}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button tone="solid" size="sm" onClick={() => onSettle('mine')}>
          Keep mine
        </Button>
        <Button tone="outline" size="sm" onClick={() => onSettle('theirs')}>
          Take theirs
        </Button>
      </div>
    </section>
  )
}
