import { cx } from '#app/lib/class-names.ts'
import type { LucideIcon } from '#app/ui/icons.tsx'

type IconButtonProps = {
  name: string
  icon: LucideIcon
  iconClass?: string
  isOff?: boolean
  onPress: () => void
}

/** Uses `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
export function IconButton({ name, icon: Icon, iconClass, isOff = false, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
      className="grid size-8 place-items-center rounded-sm text-secondary transition-colors hover:bg-overlay hover:text-primary aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <Icon aria-hidden className={cx('size-4', iconClass)} />
    </button>
  )
}
