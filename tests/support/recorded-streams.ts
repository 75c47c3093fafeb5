import { readFileSync } from 'node:fs'

import type { FakeApi } from '#tests/fakes/ai-provider/server.ts'

import { corporaOf } from './corpora.ts'

export type RecordedStream = { file: string; api: FakeApi; text: string; bytes: Uint8Array }

/** Recorded replies by their owner; if they are missing, the list is empty and the title says why. */
export const recordedStreams: readonly { title: string; streams: readonly RecordedStream[] }[] = corporaOf(
  'llm-streams',
).map(({ title, isHere, path }) => ({ title, streams: isHere ? readStreams(path) : [] }))

function readStreams(path: (...names: string[]) => string): RecordedStream[] {
  return readFileSync(path('wire', 'expected.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { file: string; api: string; text: string })
    .map(({ file, api, text }) => ({
      file,
      api: apiOf(file, api),
      text,
      bytes: readFileSync(path('wire', file)),
    }))
}

function apiOf(file: string, api: string): FakeApi {
  if (file.startsWith('deepseek')) return 'deepseek'
  if (api === 'anthropic') return 'claude'
  return api === 'gemini' ? 'gemini' : 'openai'
}
