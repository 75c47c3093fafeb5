import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Exists in each folder of a demo; without it, nothing in a folder is deleted. */
const MARK = 'this-is-a-demo.txt'
const HOUR = 3_600_000
/** A demo started shortly before the hour also keeps the next hour. */
const AT_LEAST = 600_000

export class DemoRefused extends Error {
  override name = 'DemoRefused'
}

export type DemoSettings = { folder: string; port: string; host: string; publicUrl: string }

type Variables = Readonly<Record<string, string | undefined>>

/** @throws {DemoRefused} if the settings would harm an installation or publish a password */
export function readDemoSettings(variables: Variables, args: readonly string[]): DemoSettings {
  const unknown = args.find((arg) => arg !== '--public')
  if (unknown !== undefined)
    throw new DemoRefused(`There is no option ${unknown}. The only option is --public.`)
  const isPublic = args.includes('--public')
  const port = variables['PORT'] || '3000'
  const publicUrl = variables['PUBLIC_URL'] || `http://localhost:${port}`
  if (publicUrl.startsWith('https:') && !isPublic)
    throw new DemoRefused(
      `PUBLIC_URL is ${publicUrl}, and a demo shows everybody its password. If you want that, run: npm run demo -- --public`,
    )
  const folder = resolve(variables['DEMO_DIR'] || '.cache/demo')
  if (folder === resolve(variables['DATA_DIR'] || './data'))
    throw new DemoRefused(`${folder} is DATA_DIR, and a demo deletes its folder. Set DEMO_DIR to another.`)
  return { folder, port, host: variables['HOST'] || (isPublic ? '0.0.0.0' : '127.0.0.1'), publicUrl }
}

/** Marks the folder as a demo's. @throws {DemoRefused} if it contains anything else, or another demo uses it */
export function takeDemoFolder(folder: string): { release(): void } {
  const held = existsSync(folder) ? readdirSync(folder) : []
  if (held.length > 0 && !held.includes(MARK))
    throw new DemoRefused(
      `${folder} is not empty and not a demo's. Nothing was changed; set DEMO_DIR to another.`,
    )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, MARK), 'npm run demo deletes everything in this folder every hour.\n')
  // SQLite's lock ends with the process.
  const lock = new DatabaseSync(join(folder, 'in-use'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new DemoRefused(`Another demo is using ${folder}. Set DEMO_DIR to another.`, { cause: error })
  }
  return { release: () => lock.close() }
}

export function nextReset(now: number): number {
  return Math.ceil((now + AT_LEAST) / HOUR) * HOUR
}
