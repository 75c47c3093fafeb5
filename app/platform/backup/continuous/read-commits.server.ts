import type { FileHandle } from 'node:fs/promises'

import {
  type Checksum,
  FRAME_HEADER_BYTES,
  parseFrame,
  parseWalHeader,
  WAL_HEADER_BYTES,
  type WalHeader,
} from '#app/platform/db/wal-frames.ts'

/** Small enough that other work runs in between. */
const FRAMES_AT_ONCE = 128

export type WalPosition = { readonly header: WalHeader; readonly frames: number; readonly checksum: Checksum }

export type Commits = {
  readonly position: WalPosition
  readonly databasePages: number | null
  readonly pages: ReadonlyMap<number, Buffer>
}

export const beginningOf = (header: WalHeader): WalPosition => ({
  header,
  frames: 0,
  checksum: header.checksum,
})

export async function readWalHeader(file: FileHandle): Promise<WalHeader | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WAL_HEADER_BYTES), 0, WAL_HEADER_BYTES, 0)
  return parseWalHeader(buffer.subarray(0, bytesRead))
}

/** Reads whole transactions up to frame `upTo`, or to the first frame that is not part of the log. */
export async function readCommits(
  file: FileHandle,
  from: WalPosition,
  upTo: number,
  { keepsPages = true }: { keepsPages?: boolean } = {},
): Promise<Commits> {
  const { header } = from
  const size = FRAME_HEADER_BYTES + header.pageSize
  const pages = new Map<number, Buffer>()
  let open = new Map<number, Buffer>()
  let read = from.frames
  let checksum = from.checksum
  let position = from
  let databasePages: number | null = null
  while (read < upTo) {
    const wanted = Math.min(FRAMES_AT_ONCE, upTo - read)
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(wanted * size),
      0,
      wanted * size,
      WAL_HEADER_BYTES + read * size,
    )
    let taken = 0
    for (; taken < wanted; taken += 1) {
      const bytes = buffer.subarray(taken * size, Math.min(bytesRead, (taken + 1) * size))
      const frame = parseFrame(bytes, header, checksum)
      if (!frame) return { position, databasePages, pages }
      checksum = frame.checksum
      // Copied, because a view would keep the whole slice in memory.
      if (keepsPages) open.set(frame.page, Buffer.from(bytes.subarray(FRAME_HEADER_BYTES)))
      if (frame.commit === 0) continue
      for (const [page, content] of open) pages.set(page, content)
      open = new Map()
      databasePages = frame.commit
      position = { header, frames: read + taken + 1, checksum }
    }
    read += taken
  }
  return { position, databasePages, pages }
}
