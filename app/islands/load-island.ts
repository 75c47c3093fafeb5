import { enhancements, islands } from './registry.ts'
import { type LoadIsland, whenIdle } from './waker.ts'

/** React and the island's own module arrive side by side. */
export const loadIsland: LoadIsland = async (name) => {
  const loadComponent = islands[name]
  if (!loadComponent) throw new Error(`No island is called ${name}.`)
  // Development modules refuse to run before the hot-reload runtime; the build leaves this out.
  if (import.meta.env.DEV) await import('virtual:react-router/inject-hmr-runtime')
  const [{ hydrate }, component] = await Promise.all([import('./hydrate.tsx'), loadComponent()])
  return { hydrate, component }
}

/** Loads what makes plain elements richer without React, once the page has nothing else to do. */
export function enhanceWhenIdle(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]'))
    whenIdle(() => void enhance(element))
}

async function enhance(element: HTMLElement): Promise<void> {
  const start = await enhancements[element.dataset['enhance'] ?? '']?.()
  start?.(element)
}
