import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { minifySync, transformWithOxc } from 'vite'

import { startThrowawayPostgres } from '../scripts/throwaway-postgres.ts'

import { measureDashboards } from './analytics-dashboard.ts'
import { measureIngestion } from './analytics-ingestion.ts'
import type { Row } from './measure.ts'

export async function measureAnalytics(): Promise<Row[]> {
  return [await measureBeacon(), ...(await measureEngine('SQLite', null))]
}

export async function measureAnalyticsOnPostgres(): Promise<Row[]> {
  const postgres = await startThrowawayPostgres()
  if (!postgres) return []
  try {
    return await measureEngine('PostgreSQL', postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function measureEngine(name: string, url: string | null): Promise<Row[]> {
  return [...(await measureIngestion(name, url)), ...(await measureDashboards(name, url))]
}

async function measureBeacon(): Promise<Row> {
  const path = new URL('../app/features/analytics/collect/beacon.ts', import.meta.url).pathname
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { target: 'es2022' })
  const bytes = gzipSync(minifySync(path, code).code, { level: 9 }).length
  return {
    what: 'The beacon (gzip)',
    measured: `${(bytes / 1024).toFixed(2)} KB`,
    target: 'at most 0.8 KB',
    ok: bytes <= 0.8 * 1024,
  }
}
