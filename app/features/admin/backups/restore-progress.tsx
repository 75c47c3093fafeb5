import { useEffect, useState } from 'react'

import { buttonClass } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

const LOOK_EVERY = 1000
const MANY_LOOKS = 20

type Stage = 'stopping' | 'restoring' | 'done'

const told: Readonly<Record<Stage, string>> = {
  stopping: 'The server finishes its current work and stops.',
  restoring: 'The server is unavailable while the backup replaces the current data.',
  done: 'The backup is in place. Everybody was signed out.',
}

type RestoreProgressProps = {
  /** Called when the server is back and the session is still valid: the restore failed, and the page explains why. */
  onBack: () => void
}

/** Polls, because the server cannot report anything while it restarts. */
export function RestoreProgress({ onBack }: RestoreProgressProps) {
  const [stage, setStage] = useState<Stage>('stopping')
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (stage === 'done') return undefined
    const timer = setTimeout(async () => {
      const answer = await askServer()
      if (answer === 'signed-out') setStage('done')
      else if (answer === 'away') setStage('restoring')
      // The server has not stopped yet, or it restarted between two polls.
      else if (stage === 'restoring' || looks > MANY_LOOKS) onBack()
      setLooks(looks + 1)
    }, LOOK_EVERY)
    return () => clearTimeout(timer)
  })
  return (
    <section
      role="status"
      aria-label="Progress of the restore"
      className="grid max-w-2xl gap-4 rounded-lg border border-line-strong bg-raised p-6"
    >
      <p className="flex items-center gap-3">
        {stage === 'done' ? null : <Spinner />}
        {told[stage]}
      </p>
      {stage === 'done' ? (
        <p>
          <a href="/admin/login" className={buttonClass({ tone: 'solid', size: 'md' })}>
            Sign in again
          </a>
        </p>
      ) : null}
    </section>
  )
}

/** An ended session redirects to the login, which is not followed here. */
async function askServer(): Promise<'signed-out' | 'signed-in' | 'away'> {
  try {
    const response = await fetch('/admin/settings/backups', { redirect: 'manual', cache: 'no-store' })
    if (response.type === 'opaqueredirect') return 'signed-out'
    return response.ok ? 'signed-in' : 'away'
  } catch {
    return 'away'
  }
}
