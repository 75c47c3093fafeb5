import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { storeDurably, syncFolder } from '#app/platform/files/folder-store.server.ts'

/** File in DATA_DIR; the next start carries out the request. */
const REQUEST = 'restore-request.json'
const UNDER_WAY = 'restore-under-way.json'

const requestSchema = z.object({
  /** Path of a nightly backup; null to restore the continuous one to `at`. */
  path: z.string().nullable(),
  at: z.number().nullable().default(null),
  name: z.string(),
  email: z.string(),
  device: z.string(),
})

export type RestoreRequest = z.infer<typeof requestSchema>

export async function storeRestoreRequest(dataDir: string, request: RestoreRequest): Promise<void> {
  await storeDurably(join(dataDir, REQUEST), Buffer.from(JSON.stringify(request)))
}

/** Takes the request once. An interrupted restore is not retried, because it may have killed the process. */
export async function takeRestoreRequest(
  dataDir: string,
): Promise<{ request: RestoreRequest; wasInterrupted: boolean } | null> {
  const interrupted = await readRequest(join(dataDir, UNDER_WAY))
  if (interrupted) return { request: interrupted, wasInterrupted: true }
  const request = await readRequest(join(dataDir, REQUEST))
  if (!request) return null
  await rename(join(dataDir, REQUEST), join(dataDir, UNDER_WAY))
  await syncFolder(dataDir)
  return { request, wasInterrupted: false }
}

export async function endRestoreRequest(dataDir: string): Promise<void> {
  await rm(join(dataDir, UNDER_WAY), { force: true })
}

async function readRequest(path: string): Promise<RestoreRequest | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : requestSchema.parse(JSON.parse(text))
}
