import { readFileSync } from 'node:fs'

import { assertDefined } from '../app/lib/assert-defined.ts'

/** In milliseconds, with a resolution of ten: all its threads, and child processes that have ended. */
export function cpuOf(pid: number): { own: number; ended: number } {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]
  const fields = assertDefined(afterName, 'the name stands in brackets').split(' ')
  const sum = (one: number, other: number) => (Number(fields[one]) + Number(fields[other])) * 10
  return { own: sum(11, 12), ended: sum(13, 14) }
}

/** Memory shared with the parent counts as the parent's. */
export function childrenMegabytes(pid: number): number {
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const sizes = started.map((child) => {
    try {
      const status = readFileSync(`/proc/${child}/status`, 'utf8')
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Milliseconds for which the main thread ran, and waited for a CPU. */
export function mainThreadOf(pid: number): { ran: number; waited: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
}
