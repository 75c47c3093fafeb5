import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // A route whose server code cannot be cut from its client chunk fails the build (docs/decisions/0003).
  splitRouteModules: 'enforce',
} satisfies Config
