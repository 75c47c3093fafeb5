import { useEffect } from 'react'
import { Form, useRevalidator } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { readRebuild } from '../rollups/rebuild-analytics.job.server.ts'

const LOOK_EVERY = 2000

export function RebuildForm({ isUnderWay, progress }: Awaited<ReturnType<typeof readRebuild>>) {
  const { timeZone, now } = useAdminShell()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(() => void revalidate(), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isUnderWay, revalidate])
  return (
    <Form
      method="post"
      aria-label="Recount"
      className="grid max-w-2xl gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <FormFields>
        <p className="text-sm text-secondary">
          After a change of the time zone, this recounts past days from the new midnight. New visits are
          counted as usual in the meantime.
        </p>
        <p role="status" className="text-sm empty:hidden">
          {isUnderWay
            ? `Counting: ${progress ? `${progress.done} of ${progress.total} days.` : 'about to start.'}`
            : null}
          {!isUnderWay && progress ? (
            <>
              Counted {progress.done} of {progress.total} days:{' '}
              <Time at={progress.at} timeZone={timeZone} now={now} />
            </>
          ) : null}
        </p>
        <div>
          <Button type="submit" name="intent" value="rebuild" tone="outline" disabled={isUnderWay}>
            Recount
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}
