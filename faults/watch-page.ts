import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const EVERY = 10

/** In milliseconds. `late` is the watcher's own delay, measured because the machine is shared. */
export type Looks = { times: number[]; late: number[]; failures: number }

if (parentPort && workerData) await watch((workerData as { url: string }).url, parentPort)

async function watch(url: string, port: NonNullable<typeof parentPort>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let looks: Looks = { times: [], late: [], failures: 0 }
  port.on('message', () => {
    port.postMessage(looks)
    looks = { times: [], late: [], failures: 0 }
  })
  for (;;) {
    const start = performance.now()
    const ok = await ask(url, agent)
    const answered = performance.now()
    looks.times.push(answered - start)
    if (!ok) looks.failures += 1
    await pause(EVERY)
    looks.late.push(performance.now() - answered - EVERY)
  }
}

function ask(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    }).once('error', () => resolve(false))
  })
}

/** Requests a cached page a hundred times a second, in a separate thread. */
export function watchPage(url: string) {
  const worker = new Worker(import.meta.filename, { workerData: { url } })
  return {
    take(): Promise<Looks> {
      return new Promise((resolve) => {
        worker.once('message', resolve)
        worker.postMessage('take', [])
      })
    },
    stop: () => worker.terminate(),
  }
}
