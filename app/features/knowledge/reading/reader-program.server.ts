import { parentPort } from 'node:worker_threads'

import { readDocument } from './read-document.server.ts'
import type { Original, Reading } from './reading.ts'
import { ReadingRefused, type RefusalReason } from './reading-refused.ts'

/** Pages of our own site, which are read as Markdown. */
export type OwnPages = { kind: 'own-pages'; pages: readonly string[] }

/** What the thread says of what it was given. */
export type ReaderMessage =
  | { kind: 'progress'; percent: number }
  | { kind: 'read'; reading: Reading }
  | { kind: 'markdown'; texts: string[] }
  | { kind: 'refused'; reason: RefusalReason; values: Readonly<Record<string, number>> }

/** A thread's program: reads one original after the other, as they are sent. */
parentPort?.on('message', (asked: Original | OwnPages) => void answer(asked))

async function answer(asked: Original | OwnPages): Promise<void> {
  const say = (message: ReaderMessage) => parentPort?.postMessage(message, [])
  try {
    if (asked.kind === 'own-pages') {
      const { htmlToMarkdown } = await import('./html-to-markdown.server.ts')
      say({ kind: 'markdown', texts: asked.pages.map(htmlToMarkdown) })
      return
    }
    const reading = await readDocument(asked, (percent) => say({ kind: 'progress', percent }))
    say({ kind: 'read', reading })
  } catch (error) {
    // A document that makes a reader throw is damaged: the readers are others' and well tried.
    const { reason, values } = error instanceof ReadingRefused ? error : new ReadingRefused('damaged')
    say({ kind: 'refused', reason, values })
  }
}
