// Which feature may import which (ARCHITECTURE.md). Change the table in review, never with an ignore comment.
const featureMayUse = {
  site: [
    'ai',
    'blog',
    'bookings',
    'content',
    'chat',
    'images',
    'knowledge',
    'leads',
    'analytics',
    'site-trial',
    'translation',
  ],
  blog: ['ai', 'editing', 'images', 'translation'],
  editing: [],
  images: [],
  bookings: ['editing', 'leads'],
  content: [
    'ai',
    'blog',
    'bookings',
    'chat',
    'editing',
    'images',
    'knowledge',
    'leads',
    'site-trial',
    'translation',
  ],
  'site-trial': ['ai', 'chat', 'content', 'knowledge', 'leads'],
  leads: ['ai', 'editing', 'foreign-messages', 'knowledge', 'webhooks'],
  translation: ['ai'],
  'foreign-messages': ['ai', 'translation'],
  people: ['leads'],
  knowledge: [],
  ai: [],
  chat: ['ai', 'editing', 'foreign-messages', 'knowledge', 'leads'],
  analytics: [],
  auth: [],
  connections: ['ai', 'auth', 'bookings', 'mailbox'],
  webhooks: [],
  notices: ['bookings'],
  privacy: ['bookings', 'chat', 'leads', 'people'],
  admin: ['auth', 'notices'],
  search: ['blog', 'chat', 'content', 'knowledge', 'leads', 'people'],
  undo: ['chat', 'content', 'knowledge', 'leads', 'people'],
  today: ['ai', 'notices', 'analytics', 'auth', 'bookings', 'chat', 'content', 'leads', 'site'],
}

const test = '[.](test|spec|contract)[.]tsx?$'

const features = Object.entries(featureMayUse).map(([name, others]) => ({
  name: `feature-${name}-arrows`,
  severity: 'error',
  from: { path: `^app/features/${name}/`, pathNot: test },
  to: { path: '^app/features/', pathNot: `^app/features/(${[name, ...others].join('|')})/` },
}))

export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'lib-is-a-leaf',
      severity: 'error',
      from: { path: '^app/lib/', pathNot: test },
      to: { path: '^app/', pathNot: '^app/lib/' },
    },
    {
      name: 'ui-knows-only-lib',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: test },
      to: { path: '^app/', pathNot: '^app/(ui|lib)/' },
    },
    {
      name: 'platform-below-features',
      severity: 'error',
      from: { path: '^app/platform/', pathNot: test },
      to: { path: '^app/', pathNot: '^app/(platform|lib)/' },
    },
    {
      name: 'server-knows-no-product',
      severity: 'error',
      from: { path: '^server/', pathNot: test },
      to: { path: '^app/' },
    },
    {
      name: 'nothing-imports-the-roots',
      severity: 'error',
      from: { path: '^app/', pathNot: `^app/(process/.*|entry[.]client|islands/.*)[.]tsx?$|${test}` },
      to: {
        path: '^(server[.]ts|server/|app/process/|app/routes[.]ts|app/islands/registry[.]ts)',
      },
    },
    {
      name: 'no-test-code-in-app',
      severity: 'error',
      from: { path: '^(app|server)', pathNot: test },
      to: { path: `^tests/|${test}` },
    },
    {
      // Plain Node runs these programs; they use the built application, and import only its types.
      name: 'programs-import-only-types-of-the-app',
      severity: 'error',
      from: { path: '^(scripts/|bench/|server[.]ts$)' },
      to: { path: '^app/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'actions-above-features',
      severity: 'error',
      from: { path: '^app/features/', pathNot: test },
      to: { path: '^app/actions/' },
    },
    {
      // The process gives them to the features as `ctx.translation`.
      name: 'languages-above-features',
      severity: 'error',
      from: { path: '^app/(features|platform|ui|lib)/', pathNot: test },
      to: { path: '^app/languages/' },
    },
    ...features,
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|[.]react-router)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
