import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kinds of cases; `tests/corpora/README.md` says what each holds and where third parties publish more. */
export type CorpusKind =
  | 'autolink'
  | 'calendar'
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
  /** For a test's name: whose cases they are, and why they are skipped where they are not here. */
  title: string
  isOwn: boolean
  isHere: boolean
  path(...names: string[]): string
  /** The cases of `cases.jsonl`; a line that is not JSON is left out. Throws where there are none. */
  cases<Case>(): Case[]
  /** What the folder's one JSON file holds. */
  json(): unknown
}

const ownFolder = join(import.meta.dirname, '..', 'corpora')

/** Their owners' licences keep third parties' cases out of this repository. */
export const thirdPartyFolder =
  process.env['TEST_CORPORA'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'corpora')

/** The project's own cases of a kind, then third parties', which are not on every machine. */
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
