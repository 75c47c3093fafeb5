import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { checkedName } from '#app/platform/files/file-store.ts'
import { createFolderStore, syncFolder } from '#app/platform/files/folder-store.server.ts'
import { createS3Store, type S3Store } from '#app/platform/files/s3-store.server.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'

import type { Source } from './sealed-object.server.ts'
import type { ShipPlace } from './ship-messages.ts'

export type ShipTarget = {
  readonly label: string
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<number>
  find(name: string): Promise<Source | null>
  delete(name: string): Promise<void>
  names(folder: string): AsyncIterable<string>
  streams(prefix: string): Promise<string[]>
  enrol(prefix: string, stream: string): Promise<void>
}

export function openShipTarget(place: ShipPlace): ShipTarget {
  if (place.kind === 'folder') return folderTarget(place.folder)
  const { bucket, owners } = place
  const store = createS3Store({ ...bucket, ...(owners && { send: createGuardedRequest(owners) }) })
  return bucketTarget(store, bucket.bucket)
}

export function folderTarget(folder: string): ShipTarget {
  const store = createFolderStore(folder)
  const pathOf = (name: string) => join(folder, checkedName(name))
  return {
    label: folder,
    async write(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const unfinished = `${path}.${randomUUID()}.part`
      const file = await open(unfinished, 'wx', 0o600)
      try {
        for await (const part of bytes) await file.appendFile(part)
        await file.sync()
        const { size } = await file.stat()
        await rename(unfinished, path)
        await syncFolder(dirname(path))
        return size
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      } finally {
        await file.close()
      }
    },
    async find(name) {
      const path = pathOf(name)
      return existsSync(path) ? () => createReadStream(path) as AsyncIterable<Buffer> : null
    },
    delete: (name) => store.delete(name),
    names: (inner) => createFolderStore(join(folder, inner)).names(),
    async streams(prefix) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
        .map(({ name }) => name)
    },
    async enrol(_prefix, stream) {
      const home = join(folder, stream)
      await mkdir(home, { recursive: true, mode: 0o700 })
      for await (const entry of await opendir(home, { recursive: true }))
        if (entry.isFile() && entry.name.endsWith('.part'))
          await rm(join(entry.parentPath, entry.name), { force: true })
    },
  }
}

/** Larger objects are stored in parts, because a request holds its body in memory. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS = '{"parts":'

/** One object holds the names of the streams. */
export function bucketTarget(store: S3Store, bucket: string): ShipTarget {
  const partName = (name: string, n: number) => `${name}.part-${n}`
  const listName = (prefix: string) => `${prefix}streams.json`
  const streams = async (prefix: string): Promise<string[]> => {
    const bytes = await store.get(listName(prefix))
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as string[]) : []
  }
  const partsOf = (bytes: Uint8Array): number =>
    new TextDecoder().decode(bytes.subarray(0, PARTS.length)) === PARTS
      ? (JSON.parse(new TextDecoder().decode(bytes)) as { parts: number }).parts
      : 0
  return {
    label: `the bucket ${bucket}`,
    async write(name, bytes) {
      let size = 0
      let parts = 0
      let held: Buffer = Buffer.alloc(0)
      for await (const part of bytes) {
        held = Buffer.concat([held, part])
        size += part.length
        if (held.length < PART_BYTES) continue
        await store.put(partName(name, parts), held)
        parts += 1
        held = Buffer.alloc(0)
      }
      if (parts === 0) await store.put(name, held)
      else {
        await store.put(partName(name, parts), held)
        await store.put(name, Buffer.from(`${PARTS}${parts + 1}}`))
      }
      return size
    },
    async find(name) {
      const first = await store.get(name)
      if (!first) return null
      const parts = partsOf(first)
      return async function* read() {
        if (parts === 0) yield Buffer.from(first)
        for (let n = 0; n < parts; n += 1) {
          const part = await store.get(partName(name, n))
          if (!part) throw new Error(`${partName(name, n)} is missing from the bucket.`)
          yield Buffer.from(part)
        }
      }
    },
    async delete(name) {
      const first = await store.get(name)
      for (let n = 0; first && n < partsOf(first); n += 1) await store.delete(partName(name, n))
      await store.delete(name)
    },
    names: (inner) => wholeNames(store.list(inner)),
    streams,
    async enrol(prefix, stream) {
      const known = await streams(prefix)
      if (known.includes(stream)) return
      await store.put(listName(prefix), Buffer.from(JSON.stringify([...known, stream])))
    },
  }
}

/** Leaves out the parts of larger objects. */
async function* wholeNames(names: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const name of names) if (!/\.part-\d+$/.test(name)) yield name
}
