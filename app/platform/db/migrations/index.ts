import type { Migration } from 'kysely/migration'

import * as frontOffice from './0001-front-office.ts'

/** In order of their names; a landed migration is never edited, a new one follows it. */
export const migrations: Record<string, Migration> = {
  '0001-front-office': frontOffice,
}
