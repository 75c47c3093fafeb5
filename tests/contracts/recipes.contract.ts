import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { expect, onTestFinished, test } from 'vitest'

import { signedHeaders } from '#app/features/webhooks/sign.server.ts'
import { freePort } from '#tests/support/app-server.ts'
import { until } from '#tests/support/until.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const secret = `whsec_${Buffer.from('a secret of recipes, 32 bytes long').toString('base64')}`

/** Returns the source of a program in docs/recipes.md. */
function programOf(name: string): string {
  const [, source] = readFileSync('docs/recipes.md', 'utf8').split(`\`\`\`js ${name}\n`)
  return String(source?.split('\n```', 1)[0])
}

const body = JSON.stringify({
  type: 'lead.created',
  timestamp: '2026-11-23T09:00:00Z',
  data: { id: 'x', name: 'Ada <!channel> @everyone *Größe*', email: 'ada@example.com' },
})

const signed = (id: string, by = secret) => signedHeaders([by], { id, at: Date.now(), body })

test('the relay posts an event once to Slack and Discord, and nothing that is not signed', async () => {
  const [slack, discord] = [await startReceiver(), await startReceiver([500])]
  const folder = mkdtempSync(join(tmpdir(), 'foyer-recipes-'))
  writeFileSync(join(folder, 'relay.mjs'), programOf('relay.mjs'))
  const port = await freePort()
  const env = { WEBHOOK_SECRET: secret, SLACK_URL: slack.url, DISCORD_URL: discord.url, PORT: String(port) }
  const relay = spawn(process.execPath, [join(folder, 'relay.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    relay.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let said = ''
  relay.stdout.on('data', (part: Buffer) => {
    said += part.toString()
  })
  await until('the relay listens', () => said.includes('Listening'))
  const post = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })).status
  expect(await post(signed('one', `whsec_${Buffer.from('another').toString('base64')}`))).toBe(401)
  expect(await post({})).toBe(401)
  expect(slack.received).toEqual([])
  // Discord fails once, so the event is sent again.
  expect([await post(signed('one')), await post(signed('one')), await post(signed('one'))]).toEqual([
    502, 204, 204,
  ])
  const line = 'lead.created: Ada !channel @everyone Größe (ada@example.com)'
  expect(discord.received.map((each) => JSON.parse(each.body) as unknown)).toEqual([
    { content: line, allowed_mentions: { parse: [] } },
  ])
  expect(slack.received.map((each) => JSON.parse(each.body) as unknown)).toEqual([{ text: line }])
})

const require = createRequire(import.meta.url)

function runN8n(headers: Record<string, string>): unknown {
  const item = { json: { headers, body: JSON.parse(body) as unknown } }
  const globals = { require, Buffer, $env: { WEBHOOK_SECRET: secret }, $input: { first: () => item } }
  return runInNewContext(`(() => {${programOf('n8n.js')}})()`, globals)
}

function runZapier(headers: Record<string, string>): unknown {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
  const globals = { require, Buffer, inputData: { secret, body, id, at, signature }, output: null as unknown }
  runInNewContext(programOf('zapier.js').replaceAll('const ', 'var '), globals)
  return globals.output
}

test.each([
  ['n8n', runN8n, [{ json: JSON.parse(body) as unknown }]],
  ['Zapier', runZapier, [{ type: 'lead.created', ...(JSON.parse(body) as { data: object }).data }]],
] as const)('the program for %s passes on what is signed, and refuses the rest', (_name, run, passedOn) => {
  expect(JSON.stringify(run(signed('one')))).toBe(JSON.stringify(passedOn))
  expect(() => run(signed('one', `whsec_${Buffer.from('another').toString('base64')}`))).toThrow('not right')
})
