import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FakeApi } from '#tests/fakes/ai-provider/server.ts'

/** Streams of the real providers, which their owners' licences keep out of this repository. */
export const recordedStreamsFolder =
  process.env['LLM_STREAMS'] ?? join(process.cwd(), '../shared/corpora/llm-streams/wire')

export type RecordedStream = { file: string; api: FakeApi; text: string; bytes: Uint8Array }

/** Empty where the folder is not there. */
export const recordedStreams: readonly RecordedStream[] = existsSync(recordedStreamsFolder)
  ? readFileSync(join(recordedStreamsFolder, 'expected.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { file: string; api: string; text: string })
      .map(({ file, api, text }) => ({
        file,
        api: apiOf(file, api),
        text,
        bytes: readFileSync(join(recordedStreamsFolder, file)),
      }))
  : []

function apiOf(file: string, api: string): FakeApi {
  if (file.startsWith('deepseek')) return 'deepseek'
  if (api === 'anthropic') return 'claude'
  return api === 'gemini' ? 'gemini' : 'openai'
}
