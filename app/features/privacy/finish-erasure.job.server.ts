import { z } from 'zod'

import { defineJob } from '#app/platform/jobs/job.server.ts'

import { copyErasuresToFile } from './erasure-list.server.ts'
import { personalData } from './personal-data.ts'

type Table = keyof typeof personalData

const tablesWithRules = (Object.keys(personalData) as Table[]).filter((table) => {
  const rules = personalData[table]
  return 'row' in rules || 'redact' in rules || 'redactJson' in rules
})

/** Tables without such a rule from which an erasure also deletes rows or hashes, mostly by foreign keys. */
const othersErasedFrom = [
  'audit_entry',
  'booking',
  'deletion',
  'lead_file',
  'lead_tag',
  'mention',
  'person_distinct',
  'person_import_file',
  'slot_claim',
  'throttle',
] as const satisfies readonly Table[]

const scrubbedTables = [...tablesWithRules, ...othersErasedFrom]

/** Updates the list outside the database and overwrites the freed space of the deleted rows. */
export const finishErasure = defineJob({
  name: 'finish-erasure',
  lane: 'other',
  payload: z.object({}),
  // Two concurrent runs would wait for each other's locks.
  concurrency: 1,
  async run(ctx) {
    try {
      await copyErasuresToFile(ctx)
    } finally {
      // Scrub even if the bucket is unreachable.
      await ctx.engine.scrub(scrubbedTables)
    }
  },
})
