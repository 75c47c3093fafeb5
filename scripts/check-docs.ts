import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fails on a path cited in the documentation that does not exist: in code, as `app/routes.ts`, or as a link. */
const folders = 'app|server|scripts|tests|bench|deploy|faults|docs|public'
const cited = new RegExp(`\`((?:${folders})/[\\w./@-]+|server\\.ts)\`|\\]\\((?!https?:|#)([^)\\s]+)\\)`, 'g')

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
const missing = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(cited)]
    .map(([, inCode, inLink]) => inCode ?? join(document, '..', inLink ?? ''))
    .filter((path) => !existsSync(path))
    .map((path) => `${document} cites ${path}, which does not exist.`),
)
for (const line of missing) console.error(line)
process.exit(missing.length === 0 ? 0 : 1)
