import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Trash2 } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'

import type { ItemChange, ListedItem } from './listed-item.ts'

type RowActionProps = { item: ListedItem; change: ItemChange }

export function DeleteItem({ item: { id, title }, change }: RowActionProps) {
  return (
    <ConfirmDialog
      triggerTone="quiet"
      trigger={
        <>
          <Trash2 aria-hidden className="size-4" />
          <span className="sr-only">Delete {title}</span>
        </>
      }
      title={`Delete “${title}”?`}
      text="The original and all that was read of it are deleted for good. The assistant no longer answers from it."
      confirm="Delete"
      onConfirm={() => void change.submit({ intent: 'delete', id }, { method: 'post' })}
    />
  )
}

/** What the site itself says cannot be deleted, only left out. */
export function UseItem({ item: { id, title, isEnabled }, change }: RowActionProps) {
  return (
    <Switch
      label={`Use ${title}`}
      isOn={isEnabled}
      isPending={change.formData?.get('id') === id}
      onSwitch={(isOn) =>
        void change.submit({ intent: 'switch', id, enabled: isOn ? '1' : '0' }, { method: 'post' })
      }
    />
  )
}
