import { readFileSync } from 'node:fs'

/** What Linux counts of a process. */

/** Milliseconds of processor time of all its threads, ended ones too, in tens; and of programs that it started and that ended. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * 10
}

/** Of its main thread, in milliseconds: how long it ran, and how long it stood ready while the machine ran something else. */
export function mainThreadOf(pid: number): { ran: number; waited: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
}
