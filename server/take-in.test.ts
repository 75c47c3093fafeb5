import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

import { expect, test } from 'vitest'

import { createTakeIn } from './take-in.ts'

/** What is asked of a request here. */
function createRequest() {
  const emitter = Object.assign(new EventEmitter(), {
    isRead: false,
    resume() {
      emitter.isRead = true
    },
  })
  return emitter
}

test('of many refused bodies a few are read at a time; the next is answered once one has ended', () => {
  const takeIn = createTakeIn()
  const requests = Array.from({ length: 20 }, createRequest)
  const answered: number[] = []
  for (const [at, request] of requests.entries())
    takeIn(request as unknown as IncomingMessage, () => answered.push(at))
  const read = () => requests.flatMap(({ isRead }, at) => (isRead ? [at] : []))
  const first = Array.from({ length: 16 }, (_, at) => at)
  expect([read(), answered]).toEqual([first, first])
  // One that went away while it waited takes nobody's place.
  requests[16]?.emit('close')
  requests[3]?.emit('close')
  expect([read(), answered]).toEqual([
    [...first, 17],
    [...first, 17],
  ])
  for (const request of requests) request.emit('close')
  expect(answered).toEqual([...first, 17, 18, 19])
})

test('past so many that wait, the next is answered at once and its connection closed', () => {
  const takeIn = createTakeIn()
  const closed: boolean[] = []
  for (let n = 0; n < 16 + 64 + 2; n += 1)
    takeIn(createRequest() as unknown as IncomingMessage, ({ closes }) => closed.push(closes))
  expect(closed.filter((closes) => !closes)).toHaveLength(16)
  expect(closed.filter(Boolean)).toHaveLength(2)
})
