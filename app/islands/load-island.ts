import { islands } from './registry.ts'
import type { LoadIsland } from './waker.ts'

/** React and the island's own module arrive side by side. */
export const loadIsland: LoadIsland = async (name) => {
  const loadComponent = islands[name]
  if (!loadComponent) throw new Error(`No island is called ${name}.`)
  // Development modules refuse to run before the hot-reload runtime; the build leaves this out.
  if (import.meta.env.DEV) await import('virtual:react-router/inject-hmr-runtime')
  const [{ hydrate }, component] = await Promise.all([import('./hydrate.tsx'), loadComponent()])
  return { hydrate, component }
}
