import { join } from 'node:path'

import type { Env } from '#app/platform/env.server.ts'

import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.server.ts'
import { createS3Store } from './s3-store.server.ts'

export function openFileStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? createS3Store(env.s3) : createFolderStore(join(env.dataDir, 'uploads'))
}

/** Opens the bucket, or the data folder without one. Backups do not include these files. */
export function openRecordStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? createS3Store(env.s3) : createFolderStore(env.dataDir)
}
