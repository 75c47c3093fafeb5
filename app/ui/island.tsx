import type { ComponentType } from 'react'

/**
 * When a sleeping island wakes: at the first pointer, focus or touch on it, when it scrolls into view, or when the page
 * has nothing else to do. Intent wakes every island.
 */
export type WakeMoment = 'intent' | 'visible' | 'idle'

type IslandProps<Props extends object> = {
  /** Its name in `app/islands/registry.ts`. */
  name: string
  of: ComponentType<Props>
  /** JSON alone: they travel in the page. */
  props: Props
  when: WakeMoment
  /** A key of localStorage: where the browser holds it, the island wakes as soon as the page is idle. */
  whenStored?: string
  className?: string
}

/** Renders a component on the server inside an element from which the waker can bring it to life in the browser. */
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
