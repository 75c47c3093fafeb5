import type { ComponentType } from 'react'

/** On touch, when visible, or when the page is idle. Touching an island always hydrates it. */
export type WakeMoment = 'intent' | 'visible' | 'idle'

type IslandProps<Props extends object> = {
  name: string
  of: ComponentType<Props>
  props: Props
  when: WakeMoment
  /** If localStorage has this key, the island hydrates as soon as the page is idle. */
  whenStored?: string
  className?: string
}

/** Renders a component on the server in an element that the waker can hydrate. */
export function Island<Props extends object>({
  name,
  of: Component,
  props,
  when,
  whenStored,
  className,
}: IslandProps<Props>) {
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      data-when={when}
      data-when-stored={whenStored}
      className={className}
    >
      <Component {...props} />
    </div>
  )
}
