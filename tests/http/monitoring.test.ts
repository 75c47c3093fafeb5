import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

import { serverUnderTest } from '#tests/support/server-under-test.ts'
import { until } from '#tests/support/until.ts'

const token = 'a-token-for-tests-alone'
const folder = mkdtempSync(join(tmpdir(), 'foyer-monitoring-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const server = serverUnderTest({ METRICS_TOKEN: token, BACKUP_DIR: folder })

type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] }
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }

const read = (name: string) => readFileSync(join('deploy/monitoring', name), 'utf8')
const rules = (parse(read('foyer-alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('foyer-dashboard.json')) as Dashboard
const ofDashboard = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Returns the metric names in a Prometheus expression, a histogram's without its suffix. */
function figuresIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, (part) =>
    part.startsWith('{') ? '{}' : ' ',
  )
  return [...bare.matchAll(/\b[a-z][a-z_]+\b(?!\s*\()/g)]
    .map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''))
    .filter((name) => !['or', 'and', 'unless', 'by', 'up'].includes(name))
}

async function figuresTold(): Promise<Map<string, string>> {
  const response = await fetch(`${server().url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const types = (await response.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)
  return new Map([...types].map(([, name = '', type = '']) => [name, type]))
}

test('every figure that alerts and the dashboard name is told by a running server', async () => {
  const named = [...rules.map(({ expr }) => expr), ...ofDashboard].flatMap(figuresIn)
  expect(new Set(named).size).toBeGreaterThan(25)
  let told = await figuresTold()
  await until('the continuous backup has shipped', async () => {
    told = await figuresTold()
    return told.has('continuous_backup_behind_seconds')
  })
  expect(named.filter((name) => !told.has(name))).toEqual([])
  for (const expression of [...rules.map(({ expr }) => expr), ...ofDashboard])
    for (const [, name = ''] of expression.matchAll(/\brate\((\w+)/g)) {
      const type = told.get(name.replace(/_(?:bucket|sum|count)$/, ''))
      expect(['counter', 'histogram', name === 'continuous_backup_shipped_bytes' && 'gauge']).toContain(type)
    }
})

test('each alert has a name of its own and a sentence', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, annotations } of rules) expect(annotations.summary, alert).toMatch(/^\S.{15,}/)
})

test('the runbook says what to do about each alert', () => {
  const runbook = readFileSync('docs/runbooks/watch.md', 'utf8')
  expect(rules.map(({ alert }) => alert).filter((alert) => !runbook.includes(alert))).toEqual([])
})
