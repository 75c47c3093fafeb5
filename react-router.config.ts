import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // server/load-bundle.ts can save the compiled functions of CommonJS only.
  serverModuleFormat: 'cjs',
  serverBuildFile: 'index.cjs',
  // A route whose server code cannot be cut from its client chunk fails the build.
  splitRouteModules: 'enforce',
  // With lazy discovery, a form response that arrives during a navigation to an undiscovered route would throw.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
