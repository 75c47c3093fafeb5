import type { Db } from './db/engine.server.ts'
import { newId } from './ids.server.ts'
import { findSetting } from './settings.server.ts'

const INSTALLATION = 'installation'

/** What tells this installation from every other; null where the database was made by a version that gave none. */
export async function findInstallation(db: Db): Promise<string | null> {
  const id = await findSetting({ db }, INSTALLATION)
  return typeof id === 'string' ? id : null
}

/** Gives the installation its id, once; it goes along with the rows, into backups and to another engine. */
export async function nameInstallation(db: Db, now: number): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: INSTALLATION, value: JSON.stringify(newId()), updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
