import { SECOND } from '#app/platform/clock.ts'

import { type FetchWithin, loadedAtOnce } from './fetch-within.server.ts'
import type { Measured, NamedFile } from './measured.ts'

/** The first files are downloaded and measured; the rest are only counted, so as not to burden other servers. */
const MOST_WEIGHED = 40
const MOST_OF_ONE_HOST = 25
const AT_ONCE = 4
const MAX_FILE = 3 * 1024 * 1024
const MAX_SUM = 20 * 1024 * 1024

type Home = { url: string; transferred: number; files: readonly NamedFile[]; at: number }
type Weighing = { fetch: FetchWithin; mayRead: (url: string) => boolean }

/** Measures a home page and the files that its HTML names by downloading each once. */
export async function measureHome(
  { url, transferred, files, at }: Home,
  { fetch, mayRead }: Weighing,
): Promise<Measured> {
  const asked: string[] = []
  let sum = transferred
  const weigh = async (file: NamedFile, place: number) => {
    const { host } = new URL(file.url)
    const ofHost = asked.filter((each) => each === host).length
    if (place >= MOST_WEIGHED || ofHost >= MOST_OF_ONE_HOST || sum > MAX_SUM || !mayRead(file.url))
      return { ...file, bytes: null }
    asked.push(host)
    const outcome = await fetch(file.url, { kind: 'any', maxBytes: MAX_FILE, maxTime: 5 * SECOND })
    if (!outcome.ok) return { ...file, bytes: null }
    sum += outcome.transferred
    return { ...file, bytes: outcome.transferred }
  }
  const weighed = await loadedAtOnce(files, AT_ONCE, weigh)
  return { url, at, files: [{ url, kind: 'document', bytes: transferred }, ...weighed] }
}
