import { Form, useSubmit } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Download, Star, Trash2 } from '#app/ui/icons.tsx'

/** What can be done with a conversation as a whole. */
export function ConversationActions({ id, isMarked }: { id: string; isMarked: boolean }) {
  const submit = useSubmit()
  const transcript = `/admin/conversations/${id}/transcript`
  return (
    <>
      <Form method="post">
        <Button type="submit" name="intent" value={isMarked ? 'unmark' : 'mark'} tone="outline">
          <Star aria-hidden className={cx('size-4', isMarked && 'fill-current text-warning')} />
          {isMarked ? 'Unmark' : 'Mark'}
        </Button>
      </Form>
      <a href={transcript} download className={buttonClass({ tone: 'outline' })}>
        <Download aria-hidden className="size-4" />
        <span className="sr-only">Export the transcript as </span>Text
      </a>
      <a href={`${transcript}?as=json`} download className={buttonClass({ tone: 'outline' })}>
        <Download aria-hidden className="size-4" />
        <span className="sr-only">Export the transcript as </span>JSON
      </a>
      <ConfirmDialog
        trigger={
          <>
            <Trash2 aria-hidden className="size-4" />
            Delete
          </>
        }
        title="Delete this conversation?"
        text="Its messages are deleted for good, and its visitor begins a new one. What the replies cost stays counted."
        confirm="Delete"
        onConfirm={() => void submit({ intent: 'delete' }, { method: 'post' })}
      />
    </>
  )
}
