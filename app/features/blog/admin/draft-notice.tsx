import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { FilePenLine } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

/** Says that the editor shows what was typed and not saved. */
export function DraftNotice({ savedAt, isStale }: { savedAt: number; isStale: boolean }) {
  const { timeZone, now } = useAdminShell()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-strong bg-overlay px-4 py-3">
      <FilePenLine aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="flex-1 text-sm">
        This is your draft, kept <Time at={savedAt} timeZone={timeZone} now={now} />. Readers see nothing of
        it until you save.
        {isStale ? ' The post was saved elsewhere since: saving will show you both texts.' : ''}
      </p>
      <Form method="post">
        <Button type="submit" name="intent" value="discard" tone="outline" size="sm">
          Discard draft
        </Button>
      </Form>
    </div>
  )
}
