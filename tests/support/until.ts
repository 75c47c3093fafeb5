import { setTimeout as pause } from 'node:timers/promises'

/** Checks every 20 ms. @throws if it does not become true in time. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Not within ${milliseconds / 1000} s: ${what}.`)
    await pause(20)
  }
}
