import { type FileKind, LARGEST_FILE, MEGABYTE } from '#app/lib/question-files.ts'
import { defineTask } from '#app/platform/pool/task.ts'

/** `damaged` is of a known kind, but not whole; null is anything that is not accepted. */
export type ReadKind = FileKind | 'damaged' | null

/** Tells what a file is by its content alone. */
export const readFileKindTask = defineTask<{ bytes: Uint8Array }, { kind: ReadKind }>({
  name: 'read-file-kind',
  lane: 'quick',
  maxCpu: 3000,
  maxMemory: 300,
  maxInput: LARGEST_FILE * MEGABYTE + 1024,
  maxOutput: 100,
  maxWaiting: 16,
})
