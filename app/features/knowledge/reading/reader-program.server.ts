import { parentPort } from 'node:worker_threads'

import { readDocument } from './read-document.server.ts'
import type { Original, Reading } from './reading.ts'
import { ReadingRefused, type RefusalReason } from './reading-refused.ts'

/** What the thread says of the one original it was given. */
export type ReaderMessage =
  | { kind: 'progress'; percent: number }
  | { kind: 'read'; reading: Reading }
  | { kind: 'refused'; reason: RefusalReason; values: Readonly<Record<string, number>> }

/** A thread's program: reads one original after the other, as they are sent. */
parentPort?.on('message', (original: Original) => void answer(original))

async function answer(original: Original): Promise<void> {
  const say = (message: ReaderMessage) => parentPort?.postMessage(message, [])
  try {
    const reading = await readDocument(original, (percent) => say({ kind: 'progress', percent }))
    say({ kind: 'read', reading })
  } catch (error) {
    // A document that makes a reader throw is damaged: the readers are others' and well tried.
    const { reason, values } = error instanceof ReadingRefused ? error : new ReadingRefused('damaged')
    say({ kind: 'refused', reason, values })
  }
}
