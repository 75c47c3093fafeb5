import { join } from 'node:path'

import type { Env } from '#app/platform/env.server.ts'

import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.server.ts'
import { createS3Store } from './s3-store.server.ts'

export function openFileStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? createS3Store(env.s3) : createFolderStore(join(env.dataDir, 'uploads'))
}

/** The bucket, or without one the data folder. Backups do not include these files. */
export function openRecordStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? createS3Store(env.s3) : createFolderStore(env.dataDir)
}
