import { join } from 'node:path'

import type { Env } from '#app/platform/env.server.ts'

import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.server.ts'
import { createS3Store } from './s3-store.server.ts'

/** The bucket where one is set, else `uploads` in the data folder. */
export function openFileStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? createS3Store(env.s3) : createFolderStore(join(env.dataDir, 'uploads'))
}

/** The bucket too, else the data folder itself: what lies there is in no backup, as the uploads are. */
export function openRecordStore(env: Pick<Env, 's3' | 'dataDir'>): FileStore {
  return env.s3 ? createS3Store(env.s3) : createFolderStore(env.dataDir)
}
