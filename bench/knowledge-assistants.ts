import type { AssistantsCost } from '../tests/eval/assistants.ts'

import { measureProgram } from './knowledge.ts'
import type { Row } from './measure.ts'

/** Measures what 50 assistants with 200 collections add to questions to 50,000 passages, on SQLite. */
export async function measureKnowledgeAssistants(): Promise<Row[]> {
  const { one, many } = await measureProgram<AssistantsCost>('assistants', {})
  const milliseconds = ({ median, p95 }: AssistantsCost['one']) =>
    `${p95.toFixed(1)} ms p95, ${median.toFixed(1)} ms at the median`
  return [
    {
      what: 'A question to 50,000 passages in 200 collections, to 50 assistants',
      measured: `${milliseconds(many)}; to one assistant that reads all ${milliseconds(one)}`,
      target: 'at most a tenth more at p95',
      ok: many.p95 <= one.p95 * 1.1,
    },
    {
      what: 'Memory that their index takes',
      measured: `${many.memory.toFixed(0)} MB; with one collection ${one.memory.toFixed(0)} MB`,
      target: 'at most a tenth more',
      ok: many.memory <= one.memory * 1.1,
    },
  ]
}
