import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fails on a path cited in the documentation that does not exist: in code, as `app/routes.ts`, or as a link; and on a
 * requirement that the security document leaves out.
 */
const folders = 'app|attack|server|scripts|tests|bench|deploy|faults|docs|public'
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
const faults = [...missing, ...unanswered()]
for (const line of faults) console.error(line)
process.exit(faults.length === 0 ? 0 : 1)

/** Requirements of ASVS that docs/security.md does not answer, where the list of them is at hand. */
function unanswered(): string[] {
  const list = join('..', 'shared', 'corpora', 'asvs-5.0.0-l1-l2.csv')
  if (!existsSync(list)) return []
  const answers = readFileSync('docs/security.md', 'utf8')
  const ids = readFileSync(list, 'utf8').match(/^V[\d.]+(?=,)/gm) ?? []
  return ids
    .filter((id) => !answers.includes(`\n| ${id} |`))
    .map((id) => `docs/security.md does not answer ${id}.`)
}
