import { median, type Row } from '../bench/measure.ts'
import { killUnderLoad } from '../tests/support/kill-rounds.ts'
import { createTestDatabase, type TestEngine } from '../tests/support/test-database.ts'

import { onPostgres, secret } from './figures.ts'

const ROUNDS = 50
const PER_SECOND = 50

export async function killRounds(): Promise<Row[]> {
  return [...(await killOn('sqlite')), ...(await onPostgres(whatOf('postgres'), () => killOn('postgres')))]
}

function whatOf(engine: TestEngine): string {
  return `SIGKILL ${ROUNDS} times under ${PER_SECOND} inquiries a second, ${engine}`
}

async function killOn(engine: TestEngine): Promise<Row[]> {
  const database = await createTestDatabase(engine)
  const env = { ...database.env, APP_SECRET: secret }
  const held = await killUnderLoad(env, { rounds: ROUNDS, perSecond: PER_SECOND })
  await database.drop()
  const slowest = Math.max(...held.startTimes)
  const what = whatOf(engine)
  return [
    {
      what,
      measured: `${held.acknowledged} acknowledged, ${held.lost.length} lost, ${held.doubled} doubled, ${held.mailsAmiss} mails amiss`,
      target: '0 lost, 0 doubled',
      ok: held.lost.length === 0 && held.doubled === 0 && held.mailsAmiss === 0,
    },
    {
      what: `${what}: ready again`,
      measured: `in ${slowest.toFixed(0)} ms at most, ${median(held.startTimes).toFixed(0)} ms at the median`,
      target: 'within 3 s',
      ok: slowest < 3000,
    },
  ]
}
