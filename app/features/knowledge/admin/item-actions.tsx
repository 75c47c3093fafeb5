import { Form, useSubmit } from 'react-router'

import { Button, buttonClass } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { ExternalLink, RotateCw, Trash2 } from '#app/ui/icons.tsx'

import { originalOf, type ShownItem } from './shown-item.ts'

const originalNames = { pdf: 'Open PDF', url: 'Open URL', site: 'Open page', text: 'Open' }

export function ItemActions({ item }: { item: ShownItem }) {
  const { id, kind, title } = item
  const submit = useSubmit()
  const original = originalOf(item)
  return (
    <>
      {original === null ? null : (
        <a
          href={original}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ tone: 'outline', size: 'md' })}
        >
          <ExternalLink aria-hidden className="size-4" />
          {originalNames[kind]}
        </a>
      )}
      {kind === 'site' ? null : (
        <>
          <Form method="post">
            <Button type="submit" name="intent" value="reread" tone="outline">
              <RotateCw aria-hidden className="size-4" />
              Read again
            </Button>
          </Form>
          <ConfirmDialog
            trigger={
              <>
                <Trash2 aria-hidden className="size-4" />
                Delete
              </>
            }
            title={`Delete “${title}”?`}
            text="The original and all that was read of it are deleted for good. The assistant no longer answers from it."
            confirm="Delete"
            onConfirm={() =>
              // To the list, which tells that it is done.
              void submit({ intent: 'delete', id }, { method: 'post', action: '/admin/knowledge' })
            }
          />
        </>
      )}
    </>
  )
}
