import { enhancements } from './registry.ts'
import { whenIdle } from './when-idle.ts'

/** Loads what makes plain elements richer without React, once the page has nothing else to do. */
export function enhanceWhenIdle(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]'))
    whenIdle(() => void enhance(element))
}

async function enhance(element: HTMLElement): Promise<void> {
  const start = await enhancements[element.dataset['enhance'] ?? '']?.()
  start?.(element)
}
