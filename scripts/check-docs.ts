import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { thirdPartyFolder } from '../tests/support/corpora.ts'

/**
 * Fails on a cited path that does not exist (in code, such as `app/routes.ts`, or as a link), on references to
 * documents outside this repository, on a decision that the index leaves out or that does not exist, and on a requirement
 * that the security document leaves out.
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
    .map(([, inCode, inLink]) => inCode ?? join(document, '..', String(inLink)))
    .filter((path) => !existsSync(path))
    .map((path) => `${document} cites ${path}, which does not exist.`),
)
const faults = [...missing, ...unlisted(), ...unknownDecisions(), ...foreignReferences(), ...unanswered()]
for (const line of faults) console.error(line)
process.exit(faults.length === 0 ? 0 : 1)

function unlisted(): string[] {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  return readdirSync('docs/decisions')
    .filter((name) => /^\d/.test(name) && !index.includes(`](${name})`))
    .map((name) => `docs/decisions/README.md does not list ${name}.`)
}

function unknownDecisions(): string[] {
  const known = new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 4)))
  return textFiles().flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdecisions?[\s/[]+(0\d{3}(?:(?:, | and |, and )0\d{3})*)/gi)]
      .flatMap(([citation]) => Array.from(citation.matchAll(/0\d{3}/g), ([number]) => number))
      .filter((number) => !known.has(number))
      .map((number) => `${path} cites decision ${number}, which does not exist.`),
  )
}

/** Finds references to documents that a clone does not have; the text itself must say what they say. */
function foreignReferences(): string[] {
  const foreign =
    /§\s?\d|(?<![-\w])(?:trust|content|assistant|look-and-feel|performance|analytics|spec|style)\.md\b|\.\.\/shared\//
  return textFiles().flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, n) =>
        foreign.test(line) ? [`${path}:${n + 1} refers to another repository: ${line.trim()}`] : [],
      ),
  )
}

function textFiles(): string[] {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  return files.filter(
    (path) =>
      /\.(?:tsx?|mjs|css|md|yaml|json)$/.test(path) && path !== 'scripts/check-docs.ts' && existsSync(path),
  )
}

/** Finds ASVS requirements without an answer. The list is not part of the repository. */
function unanswered(): string[] {
  const list = join(thirdPartyFolder, 'asvs-5.0.0-l1-l2.csv')
  if (!existsSync(list)) return []
  const answers = readFileSync('docs/security.md', 'utf8')
  const ids = readFileSync(list, 'utf8').match(/^V[\d.]+(?=,)/gm) ?? []
  return ids
    .filter((id) => !answers.includes(`\n| ${id} |`))
    .map((id) => `docs/security.md does not answer ${id}.`)
}
