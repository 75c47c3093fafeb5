import { AwsClient } from 'aws4fetch'

import { SECOND } from '#app/platform/clock.ts'
import type { Env } from '#app/platform/env.server.ts'

import { checkedName, type FileStore } from './file-store.ts'

const PATIENCE = 30 * SECOND
/** Only after responses 5xx and 429, with exponential backoff. */
const RETRIES = 3

export function createS3Store(s3: Env['s3'] & object): FileStore {
  const client = new AwsClient({
    accessKeyId: s3.accessKeyId,
    secretAccessKey: s3.secretAccessKey,
    region: s3.region,
    service: 's3',
    retries: RETRIES,
  })
  const ask = async (name: string, init: RequestInit) => {
    // Some S3 servers do not support buckets in the host name.
    const url = `${s3.endpoint}/${s3.bucket}/${checkedName(name)}`
    return client.fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) })
  }
  return {
    async put(name, bytes) {
      const response = await ask(name, { method: 'PUT', body: new Uint8Array(bytes) })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`Storing ${name} failed: the bucket answered ${response.status}.`)
    },
    async get(name) {
      const response = await ask(name, { method: 'GET' })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      if (response.status === 404) return null
      throw new Error(`Reading ${name} failed: the bucket answered ${response.status}.`)
    },
    async delete(name) {
      const response = await ask(name, { method: 'DELETE' })
      await response.body?.cancel()
      if (!response.ok && response.status !== 404)
        throw new Error(`Deleting ${name} failed: the bucket answered ${response.status}.`)
    },
    names: null,
  }
}
