import { useEffect, useState } from 'react'

import type { ImportState } from './list-imports.server.ts'

const EVERY = 1000

/** Imports as the page was loaded with them, and while one is under way as they come on. */
export function useImports(loaded: readonly ImportState[]): readonly ImportState[] {
  const [seen, setSeen] = useState({ loaded, imports: loaded })
  const imports = seen.loaded === loaded ? seen.imports : loaded
  const isUnderWay = imports.some(({ state }) => state === 'waiting')

  useEffect(() => {
    if (!isUnderWay) return undefined
    const abort = new AbortController()
    const timer = setInterval(() => {
      if (!document.hidden)
        void askForImports(abort.signal).then((fresh) => fresh && setSeen({ loaded, imports: fresh }))
    }, EVERY)
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [isUnderWay, loaded])
  return imports
}

/** Null while there is no answer, as when the server restarts. */
async function askForImports(signal: AbortSignal): Promise<ImportState[] | null> {
  try {
    const response = await fetch('/admin/blog/imports', { signal })
    return response.ok ? ((await response.json()) as { imports: ImportState[] }).imports : null
  } catch {
    return null
  }
}
