import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A set of questions in the form of BEIR: documents, questions, and which document answers which question. */
export type Collection = {
  documents: { id: string; title: string; text: string }[]
  questions: { id: string; text: string }[]
  /** The ids of the documents that answer a question, by its id. */
  answers: Map<string, ReadonlySet<string>>
}

export function readCollection(folder: string): Collection {
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
  const records = (name: string) =>
    lines(name).map((line) => JSON.parse(line) as { _id: string; title: string; text: string })
  return {
    documents: records('corpus.jsonl').map(({ _id: id, title, text }) => ({
      id,
      title: title.replaceAll('_', ' '),
      text,
    })),
    questions: records('queries.jsonl').map(({ _id: id, text }) => ({ id, text })),
    answers: answersOf(lines('qrels/test.tsv').slice(1)),
  }
}

function answersOf(lines: readonly string[]): Map<string, ReadonlySet<string>> {
  const answers = new Map<string, Set<string>>()
  for (const line of lines) {
    const [question = '', document = '', score = '1'] = line.split('\t')
    if (Number(score) > 0) answers.set(question, (answers.get(question) ?? new Set()).add(document))
  }
  return answers
}
