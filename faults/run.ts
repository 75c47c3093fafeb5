import { describeMachine, lineOf, printTable, type Row } from '../bench/measure.ts'
import { startThrowawayPostgres } from '../scripts/throwaway-postgres.ts'

import { bookAtOnce } from './bookings.ts'
import { holdWriteLock } from './busy-lock.ts'
import { moveClock } from './clock.ts'
import { loseMachines } from './continuous.ts'
import { faceCrowd } from './crowd.ts'
import { compareOneAndTwo, freezeOneOfTwo } from './frozen-instance.ts'
import { degradeOneOfTwo } from './degraded.ts'
import { faceHostileRequests } from './hostile-requests.ts'
import { killOneOfTwo, killRounds } from './kill.ts'
import { killWhileReading } from './inbound.ts'
import { starveMachine } from './machine.ts'
import { outliveMailOutages } from './mail-outages.ts'
import { liveThroughOutages } from './outages.ts'
import { feedParsers } from './parsers.ts'
import {
  backUpUnderWrites,
  faceProviderFaults,
  readBombs,
  refuseDatabases,
  upgradeOldDatabases,
} from './held-by-tests.ts'
import { rebuildUnderInquiries } from './rebuild.ts'
import { killWhileReplying } from './replies.ts'
import { closeTabs, shutDown } from './open-streams.ts'
import { sendDespiteMailServer } from './smtp.ts'
import { killWhileDelivering } from './webhooks.ts'

/** `npm run faults -- kill smtp` runs only these. Exits with 1 if a target is missed. */
const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
  kill: killRounds,
  shutdown: shutDown,
  smtp: sendDespiteMailServer,
  'mail-outages': outliveMailOutages,
  inbound: killWhileReading,
  replies: killWhileReplying,
  webhooks: killWhileDelivering,
  providers: faceProviderFaults,
  tabs: closeTabs,
  outages: liveThroughOutages,
  hostile: faceHostileRequests,
  crowd: faceCrowd,
  pdfs: readBombs,
  parsers: feedParsers,
  instances: killOneOfTwo,
  'frozen-instance': freezeOneOfTwo,
  'two-against-one': compareOneAndTwo,
  rebuild: rebuildUnderInquiries,
  bookings: bookAtOnce,
  'busy-lock': holdWriteLock,
  degraded: degradeOneOfTwo,
  backup: backUpUnderWrites,
  continuous: loseMachines,
  refused: refuseDatabases,
  clock: moveClock,
  machine: starveMachine,
  upgrade: upgradeOldDatabases,
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const postgres = process.env['TEST_DATABASE_URL'] ? null : await startThrowawayPostgres()
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url
const rows: Row[] = []
for (const [name, face] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) {
    const found = await face().catch((error: unknown) => [broken(name, error)])
    for (const row of found) console.error(lineOf(row))
    rows.push(...found)
  }
await postgres?.stop()
printTable(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`, rows)
process.exit(rows.every(({ ok }) => ok) ? 0 : 1)

function broken(name: string, error: unknown): Row {
  console.error(error)
  return { what: name, measured: `ended with: ${String(error).slice(0, 200)}`, target: 'to run', ok: false }
}
