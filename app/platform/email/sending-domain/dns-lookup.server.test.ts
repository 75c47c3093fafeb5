import { createSocket } from 'node:dgram'
import { once } from 'node:events'

import { expect, onTestFinished, test } from 'vitest'

import { lookUpDns } from './dns-lookup.server.ts'

test('a name that cannot exist has no records', async () => {
  const { signal } = new AbortController()
  expect(await lookUpDns(`${'x'.repeat(64)}.agency.dev`, 'TXT', signal)).toEqual([])
})

test('once the time is over nothing is asked', async () => {
  expect(await lookUpDns('agency.dev', 'TXT', AbortSignal.abort())).toBe('unreachable')
})

test('a name server that stays silent is given up when the time is over', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const over = new AbortController()
  silent.once('message', () => over.abort())
  const servers = [`127.0.0.1:${silent.address().port}`]
  expect(await lookUpDns('agency.dev', 'TXT', over.signal, servers)).toBe('unreachable')
})
