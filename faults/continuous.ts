import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Row } from '../bench/measure.ts'
import { costOfShipping } from '../tests/support/cost-of-shipping.ts'
import { type ContinuousRound, loseTheMachine } from '../tests/support/continuous-rounds.ts'

import { secret } from './figures.ts'
import { losePostgres } from './postgres-log.ts'

const ROUNDS = 8
const PER_SECOND = 50

/** The machine is lost at a random moment under load; only BACKUP_DIR and APP_SECRET remain. */
export async function loseMachines(): Promise<Row[]> {
  const rounds: ContinuousRound[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(
      await inFolders((folders) =>
        loseTheMachine(folders, { perSecond: PER_SECOND, seconds: 11 + Math.random() * 5 }),
      ),
    )
  return [...rowsOf(rounds), ...(await costRows()), ...(await losePostgres())]
}

function rowsOf(rounds: readonly ContinuousRound[]): Row[] {
  const sum = (of: (round: ContinuousRound) => number) =>
    rounds.reduce((total, round) => total + of(round), 0)
  const most = (of: (round: ContinuousRound) => number) => Math.max(...rounds.map(of))
  const lost = sum((round) => round.lost)
  const doubled = sum((round) => round.doubled)
  const broken = rounds.filter(({ isIntact }) => !isIntact).length
  const behind = most((round) => round.behind)
  const what = `SIGKILL and the data folder deleted ${rounds.length} times under ${PER_SECOND} inquiries a second, restored from BACKUP_DIR alone`
  return [
    {
      what,
      measured: `${sum(({ acknowledged }) => acknowledged)} acknowledged, ${lost} lost that were older than 10 s, ${doubled} doubled, ${broken} databases not intact`,
      target: '0 lost, 0 doubled, every database intact',
      ok: lost + doubled + broken === 0,
    },
    {
      what: 'The continuous backup under that load is behind',
      measured: `by ${behind.toFixed(1)} s at most; a restore takes ${(most(({ restoreMilliseconds }) => restoreMilliseconds) / 1000).toFixed(1)} s at most`,
      target: 'at most 10 s',
      ok: behind <= 10,
    },
  ]
}

async function costRows(): Promise<Row[]> {
  const without = await inFolders(({ DATA_DIR, APP_SECRET }) => costOfShipping({ DATA_DIR, APP_SECRET }))
  const shipped = await inFolders(async (folders) => {
    const cost = await costOfShipping(folders)
    return { ...cost, bytes: segmentBytes(folders.BACKUP_DIR) }
  })
  const more = shipped.cpuSeconds - without.cpuSeconds
  const perInquiry = shipped.bytes / shipped.inquiries
  return [
    {
      what: 'What a continuous backup costs, 1,000 inquiries at 50 a second',
      measured: `${shipped.cpuSeconds.toFixed(2)} s of a core instead of ${without.cpuSeconds.toFixed(2)}, ${(perInquiry / 1000).toFixed(1)} KB shipped an inquiry, the process ${(shipped.rss - without.rss).toFixed(0)} MB larger`,
      target: 'at most half again of the processor, 20 KB an inquiry',
      ok: more <= without.cpuSeconds / 2 && perInquiry <= 20_000,
    },
  ]
}

function segmentBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^\d{8}$/.test(entry.name))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

type Folders = { DATA_DIR: string; BACKUP_DIR: string; APP_SECRET: string }

async function inFolders<Result>(work: (folders: Folders) => Promise<Result>): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), 'foyer-continuous-'))
  try {
    return await work({
      DATA_DIR: join(home, 'data'),
      BACKUP_DIR: mkdtempSync(join(home, 'backups-')),
      APP_SECRET: secret,
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
