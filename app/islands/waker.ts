import type { ComponentType } from 'react'

import { isStored } from '#app/lib/is-stored.ts'

/** Loads an island's modules. Separate from the waker, because every public page includes the waker. */
export type LoadIsland = (name: string) => Promise<{
  hydrate(element: HTMLElement, component: ComponentType<never>, props: object): Promise<void>
  component: ComponentType<never>
}>

type State = 'asleep' | 'waking' | 'awake' | 'failed'

const intents = ['pointerover', 'focusin', 'touchstart'] as const

export function wakeIslands(load: LoadIsland): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island } = element.dataset
    if (island !== undefined) arm(element, () => load(island))
  }
}

/** Until hydration, holds back clicks on buttons and submitted forms, and repeats them once handlers are attached. */
function arm(element: HTMLElement, load: () => ReturnType<LoadIsland>): void {
  let state: State = 'asleep'
  let pressed: { button: HTMLElement; expanded: string | null } | null = null
  let sent: { form: HTMLFormElement; submitter: HTMLElement | null } | null = null

  async function wake(): Promise<void> {
    if (state !== 'asleep') return
    state = 'waking'
    for (const intent of intents) element.removeEventListener(intent, onIntent)
    try {
      // Paint the pressed state first, because loading keeps a slow phone busy.
      if ('pressed' in element.dataset) await painted()
      const { hydrate, component } = await load()
      await hydrate(element, component, JSON.parse(element.dataset['props'] ?? '{}') as object)
      state = 'awake'
    } catch {
      state = 'failed'
    }
    element.removeEventListener('click', onClick, true)
    element.removeEventListener('submit', onSubmit, true)
    element.dataset['state'] = state
    delete element.dataset['pressed']
    if (sent) sent.form.requestSubmit(sent.submitter)
    // Hydration may have restored an open state already; another click would close it.
    else if (state === 'awake' && pressed?.expanded === pressed?.button.ariaExpanded) pressed?.button.click()
  }

  function onIntent(event: Event): void {
    // The first event of a touch, before `touchstart`.
    if (event instanceof PointerEvent && event.pointerType === 'touch') markPressed()
    void wake()
  }

  /** Marks the island's own element: marking the button would cause a hydration mismatch. */
  function markPressed(): void {
    element.dataset['pressed'] = ''
  }

  function onClick(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>(
      'button:not([type="submit"]), [role="button"]',
    )
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    pressed = { button, expanded: button.ariaExpanded }
    markPressed()
    void wake()
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    event.stopPropagation()
    sent = { form: event.target as HTMLFormElement, submitter: event.submitter }
    void wake()
  }

  for (const intent of intents) element.addEventListener(intent, onIntent, { passive: true })
  element.addEventListener('click', onClick, true)
  element.addEventListener('submit', onSubmit, true)
  if (element.contains(document.activeElement)) void wake()
  else if (element.dataset['when'] === 'visible') whenVisible(element, () => void wake())
  else if (element.dataset['when'] === 'idle' || isStored(element.dataset['whenStored']))
    whenIdle(() => void wake())
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

function whenVisible(element: HTMLElement, wake: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    wake()
  })
  observer.observe(element)
}

/** Milliseconds, because a busy device may not become idle for long. */
const LATEST = 2000

/** Runs `task` once the page is loaded and the browser is idle. Safari has no requestIdleCallback. */
export function whenIdle(task: () => void): void {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(task, { timeout: LATEST }) : setTimeout(task, 200)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
