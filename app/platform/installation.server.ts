import { z } from 'zod'

import type { Db } from './db/engine.server.ts'
import { newId } from './ids.server.ts'
import { defineSetting } from './settings/define-setting.server.ts'

/** Tells this installation from every other; null where the database was made by a version that gave no id. */
export const installationId = defineSetting({
  key: 'installation',
  schema: z.string().nullable(),
  defaults: null,
  audit: null,
})

export async function nameInstallation(db: Db, now: number): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: installationId.key, value: JSON.stringify(newId()), updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
