import { readDocument } from './read-document.server.ts'
import type { Original } from './reading.ts'
import { ReadingRefused } from './reading-refused.ts'
import type { ReadOutcome } from './reading-tasks.ts'

/** Reads an original, in a process of the pool. */
export async function readOriginal(
  original: Original,
  give: (percent: number) => Promise<void>,
): Promise<ReadOutcome> {
  try {
    return { reading: await readDocument(original, (percent) => void give(percent)) }
  } catch (error) {
    // A document that makes a reader throw is damaged: the readers are others' and well tried.
    const { reason, values } = error instanceof ReadingRefused ? error : new ReadingRefused('damaged')
    return { refused: reason, values }
  }
}
