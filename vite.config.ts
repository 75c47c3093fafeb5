import { build, defineConfig, type Plugin } from 'vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'

import packageJson from './package.json' with { type: 'json' }

/** Packages of the browser. Development optimizes them at the start, so that it need not reload pages later. */
const browserPackages = [
  'react',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react-router/dom',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
]

/** Halves the size in memory. Names are kept for stack traces. */
export const serverOutput = {
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
} as const

/** Turns off two warnings: about the times of plugins, and about late imports of modules that are loaded anyway. */
export const quietly = { checks: { pluginTimings: false, ineffectiveDynamicImport: false } } as const

/** Without these groups each shared module would be a separate request. */
const browserChunks = {
  groups: [
    // Has its own group because public pages load it without the others.
    { name: 'preload-helper', test: /vite\/preload-helper/, priority: 5 },
    { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
    { name: 'router', test: /node_modules\/react-router\//, priority: 3 },
    // Modules that islands of public pages use too.
    {
      name: 'controls',
      test: /app\/ui\/(?:button|combobox|field|icons|locale|select|spinner|text-area|toast|use-awake)\.tsx?|node_modules\/lucide-react\/|app\/lib\/(?:assert-defined|class-names|messages|question|readable-text|time-zones)\.ts/,
      priority: 2,
    },
    {
      name: 'document',
      test: /app\/(?:ui\/page-meta|lib\/languages)\.ts|app\/features\/site\/(?:messages|not-found|layout\/error-content)|(?:woff2|(?:blog|public)\.css)\?url/,
      priority: 2,
    },
    {
      name: 'admin',
      test: /app\/ui\/(?:admin-page|back-link|badge|confirm-dialog|fact|page-keys|list-and-detail|row-fetcher|section|send-file|switch|tabs|time|use-admin-shell)\.tsx?|app\/lib\/(?:amounts|form-answer|paging)\.ts|app\/platform\/permissions\.ts|app\/features\/(?:leads\/lead-status|admin\/layout\/admin-tabs|editing\/paste\/paste-rich-text)\.ts/,
      priority: 1,
    },
    {
      name: 'lists',
      test: /app\/ui\/(?:empty-state|export-link|filter-form|paged-rows|pagination|table|use-selection)\.tsx?/,
      priority: 1,
    },
    {
      name: 'writing',
      test: /app\/features\/(?:editing\/markdown-toolbar|images\/admin\/image-upload)\.tsx?/,
      priority: 1,
    },
    {
      name: 'publishing',
      test: /app\/features\/(?:editing\/publication-status|blog\/post-languages)\.tsx?|app\/lib\/zoned-time\.ts/,
      priority: 1,
    },
    {
      name: 'correspondence',
      test: /app\/features\/leads\/(?:mentions\/(?:mention-area|note-text)|thread\/thread-entry|unfiled\/unfiled-query)\.tsx?/,
      priority: 1,
    },
    { name: 'live', test: /app\/ui\/(?:email-state|use-live|viewers)\.tsx?/, priority: 1 },
    {
      name: 'chat-state',
      test: /app\/features\/chat\/(?:chat-events|widget\/(?:chat-sources|conversation-state))\.tsx?/,
      priority: 1,
    },
    {
      name: 'account',
      test: /app\/features\/auth\/(?:account\/(?:account|two-factor)-panels?|oauth\/scope-words)\.tsx?/,
      priority: 1,
    },
  ],
}

/** Imports a script as text: bundled and minified, for browsers of the last years. */
const scriptsAsText: Plugin = {
  name: 'scripts-as-text',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!id.endsWith('?script')) return null
    const found = await this.resolve(id.slice(0, -'?script'.length), importer)
    return found && `\0${found.id}?script`
  },
  async load(id) {
    if (!id.startsWith('\0') || !id.endsWith('?script')) return null
    const entry = id.slice(1, -'?script'.length)
    this.addWatchFile(entry)
    const made = await build({
      configFile: false,
      logLevel: 'warn',
      build: { write: false, target: 'es2020', lib: { entry, formats: ['iife'], name: 'FoyerScript' } },
    })
    const [output] = [made].flat()
    const code = output && 'output' in output ? output.output[0].code : ''
    return `export default ${JSON.stringify(code.trim())}`
  },
}

export default defineConfig(({ command }) => ({
  plugins: [scriptsAsText, tailwindcss(), reactRouter()],
  define: {
    BUILT_AT: JSON.stringify(new Date().toISOString()),
    VERSION: JSON.stringify(packageJson.version),
  },
  optimizeDeps: {
    entries: [],
    include: browserPackages,
    // Routes are parsed whole to learn their exports, and that would include the server's packages.
    exclude: Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies }).filter(
      (name) => !browserPackages.includes(name),
    ),
  },
  environments: {
    client: { build: { rollupOptions: { ...quietly, output: { codeSplitting: browserChunks } } } },
    ssr: {
      build: {
        rollupOptions: {
          ...quietly,
          input: './app/process/start.server.ts',
          // All modules that every start loads go into one file, because Node takes 0.3 ms for each file.
          output: {
            ...serverOutput,
            entryFileNames: 'index.cjs',
            chunkFileNames: 'assets/[name]-[hash].cjs',
            codeSplitting: { groups: [{ name: 'bundle', tags: ['$initial'] }] },
          },
        },
      },
      ...(command === 'build' && {
        // Only for production builds; without it, the development code of React and the router would be bundled.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        // Bundled, so that the server loads only the parts it uses and production installs nothing else. In development
        // Node loads them, because React's packages are CommonJS.
        resolve: {
          noExternal: true,
          external: Object.keys(packageJson.dependencies),
        },
      }),
    },
  },
}))
