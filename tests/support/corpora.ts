import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kinds of cases; `tests/corpora/README.md` describes them and where third parties publish more. */
export type CorpusKind =
  | 'autolink'
  | 'calendar'
  | 'clipboards'
  | 'email'
  | 'email-replies'
  | 'html-xss'
  | 'llm-streams'
  | 'markdown'
  | 'naughty-strings'
  | 'pages'
  | 'pdf'
  | 'retrieval'
  | 'slug'
  | 'ssrf'
  | 'user-agents'

export type Corpus = {
  /** For test names: whose cases they are, and why they are skipped if they are missing. */
  title: string
  isOwn: boolean
  isHere: boolean
  path(...names: string[]): string
  /** Returns the cases of `cases.jsonl`, without lines that are not JSON. Throws if there are none. */
  cases<Case>(): Case[]
  /** Returns the content of the folder's one JSON file. */
  json(): unknown
}

const ownFolder = join(import.meta.dirname, '..', 'corpora')

/** Third parties' cases are outside of this repository, as their licences require. */
export const thirdPartyFolder =
  process.env['TEST_CORPORA'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'corpora')

/** Returns the project's own cases of a kind, and third parties', which are not on every machine. */
export function corporaOf(kind: CorpusKind): readonly Corpus[] {
  return [
    corpusIn(join(ownFolder, kind), 'the project’s own cases', true),
    corpusIn(join(thirdPartyFolder, kind), 'third-party cases', false),
  ]
}

function corpusIn(folder: string, title: string, isOwn: boolean): Corpus {
  const isHere = existsSync(folder)
  return {
    title: isHere ? title : `${title}, skipped because TEST_CORPORA has none of this kind`,
    isOwn,
    isHere,
    path: (...names) => join(folder, ...names),
    cases<Case>() {
      const cases = readFileSync(join(folder, 'cases.jsonl'), 'utf8')
        .split('\n')
        .flatMap(parseLine<Case>)
      if (cases.length === 0) throw new Error(`There are no cases in ${folder}.`)
      return cases
    },
    json() {
      const name = readdirSync(folder).find((file) => file.endsWith('.json'))
      return JSON.parse(readFileSync(join(folder, name ?? 'cases.json'), 'utf8'))
    },
  }
}

function parseLine<Case>(line: string): Case[] {
  try {
    return [JSON.parse(line) as Case]
  } catch {
    return []
  }
}
