import { useEffect, useRef } from 'react'
import { Form } from 'react-router'

import type { Toast } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.tsx'

/** Offers once to undo the deletion named in the URL; without JavaScript, as a form in the page. */
export function DeletedNotice({ deleted }: { deleted: Toast | null }) {
  const shown = useRef<string | null>(null)
  const id = deleted && (deleted.undo?.fields['id'] ?? deleted.title)
  useEffect(() => {
    if (!deleted || shown.current === id) return
    shown.current = id
    showToast(deleted)
  }, [deleted, id])
  if (!deleted) return null
  if (!deleted.undo)
    return (
      <noscript>
        <p role="status" className="px-5 pt-6 lg:px-10">
          {deleted.title}. {deleted.text}
        </p>
      </noscript>
    )
  return (
    <noscript>
      <Form method="post" action={deleted.undo.action} className="flex items-center gap-4 px-5 pt-6 lg:px-10">
        {Object.entries(deleted.undo.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p role="status">{deleted.title}</p>
        <Button type="submit" tone="outline" size="sm">
          Undo
        </Button>
      </Form>
    </noscript>
  )
}
