import { defineTask } from '#app/platform/pool/task.ts'

import { type ArchiveFault, MAX_ARCHIVE_BYTES } from './archive-files.ts'

export type ArchivePart =
  | { values: [name: string, value: unknown][] }
  | { picture: string; bytes: Uint8Array }

/** Unpacks an export part by part, and returns the errors of files that it cannot read. */
export const readArchive = defineTask<Uint8Array, ArchiveFault[], ArchivePart>({
  name: 'read-archive',
  lane: 'long',
  maxCpu: 20_000,
  maxMemory: 700,
  maxInput: MAX_ARCHIVE_BYTES + 1000,
  maxOutput: 1_000_000,
  maxWaiting: 4,
})
