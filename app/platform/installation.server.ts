import { z } from 'zod'

import type { Db } from './db/engine.server.ts'
import { newId } from './ids.server.ts'
import { defineSetting } from './settings/define-setting.server.ts'

/** A unique id of this installation; null if an early version without ids created the database. */
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
