import { setTimeout as sleep } from 'node:timers/promises'

import { AwsClient } from 'aws4fetch'

import { SECOND } from '#app/platform/clock.ts'
import type { Env } from '#app/platform/env.server.ts'
import { readAtMost } from '#app/platform/http/read-at-most.server.ts'

import { checkedName, type FileStore } from './file-store.ts'

const PATIENCE = 30 * SECOND
/** Only after responses 5xx and 429, with exponential backoff. */
const RETRIES = 3
/** Bytes of a list of a thousand names, which have at most 1024 each. */
const MAX_LIST = 4 * 1024 * 1024
const FIRST_PAUSE = 50

/** `path` is a folder in the bucket, '' for none. `send` makes the requests, for a server that the owner named. */
export type S3Options = Env['s3'] & object & { path?: string; send?: typeof fetch }

export type S3Store = FileStore & {
  /** Returns how many files there are, at most `most`. */
  count(most: number): Promise<number>
  /** Lists the names that begin with a folder, which ends with a slash, without it. */
  list(inner: string): AsyncIterable<string>
}

export function createS3Store(s3: S3Options): S3Store {
  const { path = '', send = fetch } = s3
  const client = new AwsClient({
    accessKeyId: s3.accessKeyId,
    secretAccessKey: s3.secretAccessKey,
    region: s3.region,
    service: 's3',
  })
  const folder = path === '' ? '' : `${path}/`
  // Some S3 servers do not support buckets in the host name.
  const base = `${s3.endpoint}/${s3.bucket}/`
  const ask = async (address: string, init: RequestInit) => {
    for (let tries = 0; ; tries += 1) {
      const signed = await client.sign(address, { ...init, signal: AbortSignal.timeout(PATIENCE) })
      const response = await send(signed)
      if (tries === RETRIES || (response.status < 500 && response.status !== 429)) return response
      await response.body?.cancel()
      await sleep(Math.random() * FIRST_PAUSE * 2 ** tries)
    }
  }
  const askFor = (name: string, init: RequestInit) => ask(`${base}${folder}${checkedName(name)}`, init)
  const askForList = async (query: Readonly<Record<string, string>>) => {
    const response = await ask(`${base}?${new URLSearchParams({ 'list-type': '2', ...query })}`, {
      method: 'GET',
    })
    const text = (await readAtMost(response, MAX_LIST)).toString()
    if (!response.ok) throw new Error(`Listing failed: the bucket answered ${response.status}.`)
    return text
  }
  return {
    async put(name, bytes) {
      const response = await askFor(name, { method: 'PUT', body: new Uint8Array(bytes) })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`Storing ${name} failed: the bucket answered ${response.status}.`)
    },
    async get(name) {
      const response = await askFor(name, { method: 'GET' })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      if (response.status === 404) return null
      throw new Error(`Reading ${name} failed: the bucket answered ${response.status}.`)
    },
    async delete(name) {
      const response = await askFor(name, { method: 'DELETE' })
      await response.body?.cancel()
      if (!response.ok && response.status !== 404)
        throw new Error(`Deleting ${name} failed: the bucket answered ${response.status}.`)
    },
    async count(most) {
      return keysIn(await askForList({ 'max-keys': String(most), prefix: folder })).length
    },
    async *list(inner) {
      const prefix = folder + inner
      let after: string | undefined = ''
      while (after !== undefined) {
        const text = await askForList({ prefix, ...(after !== '' && { 'start-after': after }) })
        const keys = keysIn(text)
        for (const key of keys) yield key.slice(prefix.length)
        const last = text.includes('<IsTruncated>true</IsTruncated>') ? keys.at(-1) : undefined
        // A server that repeats itself would be asked for ever.
        after = last !== undefined && last > after ? last : undefined
      }
    },
    names: null,
  }
}

/** Names of stored files need no escaping in XML. */
function keysIn(list: string): string[] {
  return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
}
