import { enhancements, islands } from './registry.ts'
import { type LoadIsland, whenIdle } from './waker.ts'

export const loadIsland: LoadIsland = async (name) => {
  const loadComponent = islands[name]
  if (!loadComponent) throw new Error(`No island is called ${name}.`)
  // In development, Vite's modules refuse to run before its hot-reload runtime. The build drops this line.
  if (import.meta.env.DEV) await import('virtual:react-router/inject-hmr-runtime')
  const [{ hydrate }, component] = await Promise.all([import('./hydrate.tsx'), loadComponent()])
  return { hydrate, component }
}

/** Loads scripts for elements with `data-enhance`, which do not need React, once the page is idle. */
export function enhanceWhenIdle(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]')) {
    const { enhance } = element.dataset
    if (enhance !== undefined) whenIdle(() => void start(enhance, element))
  }
}

async function start(name: string, element: HTMLElement): Promise<void> {
  const enhance = await enhancements[name]?.()
  enhance?.(element)
}
