import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'

type LoaderData = Readonly<Record<string, unknown>>

const known = new WeakMap<object, string>()

/** Returns a hash of everything that a public page is rendered from. Equal hashes mean equal pages. */
export function inputsOf(url: string, headers: Headers, loaderData: LoaderData): string {
  const routes = Object.entries(loaderData).map(([id, data]) => [id, hashOf(data)])
  return hash([url, [...headers], routes])
}

export function hashOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return hash(data)
  const made = known.get(data) ?? hash(data)
  known.set(data, made)
  return made
}

/** Unlike JSON, `serialize` distinguishes a Map from an empty object and throws for what it cannot represent. */
function hash(data: unknown): string {
  return createHash('sha256').update(serialize(data)).digest('base64url').slice(0, 32)
}
