import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Only a CommonJS bundle can be given a code cache that was made after a start (server/load-bundle.ts).
  serverModuleFormat: 'cjs',
  serverBuildFile: 'index.cjs',
  // A route whose server code cannot be cut from its client chunk fails the build (docs/decisions/0003).
  splitRouteModules: 'enforce',
  // With lazy discovery, a form response that arrives during a navigation to an undiscovered route would throw.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
