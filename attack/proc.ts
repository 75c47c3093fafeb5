import { readFileSync } from 'node:fs'

/** What Linux counts of a process. */

/** Milliseconds of processor time, in tens: of all its threads, ended ones too; and of programs that it started and that ended. */
export function cpuOf(pid: number): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const sum = (one: number, other: number) => (Number(fields[one]) + Number(fields[other])) * 10
  return { own: sum(11, 12), ended: sum(13, 14) }
}

/** Megabytes that the programs it started take beside it; what they share with it is counted with it. */
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

/** Of its main thread, in milliseconds: how long it ran, and how long it stood ready while the machine ran something else. */
export function mainThreadOf(pid: number): { ran: number; waited: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
}
