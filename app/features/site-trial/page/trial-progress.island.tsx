import { useEffect, useState } from 'react'

import { localPath } from '#app/lib/local-path.ts'
import { fillCount } from '#app/lib/messages.ts'

import type { TrialProgress as Progress } from '../describe-trial.server.ts'
import type { TrialMessages } from '../messages.en.ts'

const EVERY = 700
const MOST_PAGES = 20

type TrialProgressProps = {
  token: string
  /** BCP 47 tag of the page's language. */
  locale: string
  pages: number
  newest: string | null
  texts: Pick<TrialMessages['reading'], 'waiting' | 'progress' | 'reload'>
}

export function TrialProgress({ token, texts, locale, ...first }: TrialProgressProps) {
  const [{ pages, newest }, setProgress] = useState<Pick<Progress, 'pages' | 'newest'>>(first)

  useEffect(() => {
    const leaving = new AbortController()
    const timer = setInterval(() => {
      void askProgress(token, leaving.signal).then((progress) => {
        if (progress === null) return
        if (progress.state === 'done' || progress.state === 'failed') location.reload()
        else setProgress(progress)
      })
    }, EVERY)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [token])

  const said = pages === 0 ? texts.waiting : fillCount(texts.progress, pages, { locale })
  return (
    <div className="grid max-w-2xl gap-3">
      <progress max={MOST_PAGES} value={pages} aria-label={said} className="h-2 w-full accent-accent" />
      <p role="status" className="text-secondary">
        {said}
      </p>
      {newest === null ? null : (
        <p className="truncate text-sm text-muted">
          <bdi>{newest}</bdi>
        </p>
      )}
      <noscript>
        <a href={`/try/${token}`}>{texts.reload}</a>
      </noscript>
    </div>
  )
}

/** Returns null on failure. On 404 the page reloads and explains it. */
async function askProgress(token: string, signal: AbortSignal): Promise<Progress | null> {
  try {
    const response = await fetch(localPath(`/api/try/${token}`), { signal })
    if (response.status === 404) location.reload()
    return response.ok ? ((await response.json()) as Progress) : null
  } catch {
    return null
  }
}
