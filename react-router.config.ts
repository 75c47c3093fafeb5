import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // A route whose server code cannot be cut from its client chunk fails the build (docs/decisions/0003).
  splitRouteModules: 'enforce',
  // If routes were discovered on demand, a form that is answered during a navigation to an unknown one would throw.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
