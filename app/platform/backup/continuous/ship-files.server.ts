import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { FileStore } from '#app/platform/files/file-store.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'

import { namesIn } from './catalog.ts'
import type { ObjectWriter } from './sealed-object.server.ts'
import type { ShipTarget } from './ship-target.server.ts'

/** What must be there when an older state of the database is put back (app/features/privacy). */
const ERASURES = 'erasures.jsonl'

type Options = { dataDir: string; stream: string; target: ShipTarget; write: ObjectWriter }

/** Ships uploaded files as they come, and the list of erasures as it changes. A name is never used for two contents. */
export function createFileShipper({ dataDir, stream, target, write }: Options) {
  const names = namesIn(stream)
  const uploads: FileStore = createFolderStore(join(dataDir, 'uploads'))
  const waiting = new Set<string>()
  let listed = ''
  let isScanned = false

  async function scan(): Promise<void> {
    for await (const name of uploads.names?.() ?? [])
      if (!(await target.find(names.file(name)))) waiting.add(name)
    isScanned = true
  }

  async function shipErasures(): Promise<void> {
    const path = join(dataDir, ERASURES)
    const found = await stat(path).catch(() => null)
    const seen = found ? `${found.mtimeMs} ${found.size}` : ''
    if (!found || seen === listed) return
    await target.write(names.erasures, write({ kind: 'file', name: ERASURES }, [await readFile(path)]))
    listed = seen
  }

  return {
    add: (name: string) => void waiting.add(name),
    /** What fails waits for the next turn. */
    async turn(): Promise<void> {
      await shipErasures()
      if (!isScanned) await scan()
      for (const name of waiting) {
        const bytes = await uploads.get(name)
        if (bytes) await target.write(names.file(name), write({ kind: 'file', name }, [Buffer.from(bytes)]))
        waiting.delete(name)
      }
    },
  }
}
