import { useEffect, useState } from 'react'

import { Spinner } from '#app/ui/spinner.tsx'

import type { ImportState } from './list-imports.server.ts'

const POLL_EVERY = 1000

/** Shows the progress or the result of each import. @param loaded the imports at page load */
export function ImportReports({ loaded }: { loaded: readonly ImportState[] }) {
  return useImports(loaded).map((state) => <ImportReport key={state.id} state={state} />)
}

function ImportReport({ state }: { state: ImportState }) {
  if (state.state === 'waiting') return <Progress state={state} />
  const { imported, left, failure } = state
  const leftOut = state.done - imported
  return (
    <div className="grid gap-3">
      {failure === null ? null : <p className="font-medium">{failure}</p>}
      {failure !== null && state.done === 0 ? null : (
        <p className="font-medium">
          {imported === 1 ? '1 post was imported.' : `${imported} posts were imported.`}
          {leftOut > 0 ? ` ${leftOut} left out:` : ''}
        </p>
      )}
      {left.length > 0 ? (
        <ul className="grid gap-2 text-sm text-secondary">
          {left.map(({ title, reason }, n) => (
            <li key={n}>
              <bdi className="font-medium text-primary">{title}</bdi> {reason}
            </li>
          ))}
          {leftOut > left.length ? <li>… and {leftOut - left.length} more.</li> : null}
        </ul>
      ) : null}
    </div>
  )
}

function Progress({ state: { name, total, done } }: { state: ImportState }) {
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2 font-medium">
        <Spinner />
        {total === null ? 'The file is being read.' : `${done} of ${total} posts`}
      </p>
      <progress
        aria-label={`Import of ${name}`}
        className="h-2 w-full accent-accent"
        {...(total === null ? {} : { value: done, max: Math.max(total, 1) })}
      />
      <p className="text-sm text-secondary">The import continues if you leave this page.</p>
    </div>
  )
}

function useImports(loaded: readonly ImportState[]): readonly ImportState[] {
  const [seen, setSeen] = useState({ loaded, imports: loaded })
  const imports = seen.loaded === loaded ? seen.imports : loaded
  const isUnderWay = imports.some(({ state }) => state === 'waiting')

  useEffect(() => {
    if (!isUnderWay) return undefined
    const abort = new AbortController()
    const timer = setInterval(() => {
      if (!document.hidden)
        void askForImports(abort.signal).then((fresh) => fresh && setSeen({ loaded, imports: fresh }))
    }, POLL_EVERY)
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [isUnderWay, loaded])
  return imports
}

/** Returns null if there is no response, for example while the server restarts. */
async function askForImports(signal: AbortSignal): Promise<ImportState[] | null> {
  try {
    const response = await fetch('/admin/blog/imports', { signal })
    return response.ok ? ((await response.json()) as { imports: ImportState[] }).imports : null
  } catch {
    return null
  }
}
