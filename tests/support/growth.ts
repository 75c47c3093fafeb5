/** Number of tries, because one may be slow for another reason. */
const TRIES = 3
/** Below this factor the work is certainly linear, and no further try is needed. */
const PLAINLY_LINEAR = 6

/**
 * Returns by what factor CPU time grows when the size grows fourfold: 4 for linear work, 16 for quadratic. Takes the
 * best of some tries, so that garbage collection and other work on the machine do not count.
 * @param size large enough to take some milliseconds.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size)
  let least = Infinity
  for (let n = 0; n < TRIES && least > PLAINLY_LINEAR; n += 1) {
    const small = await leastTime(work, size)
    least = Math.min(least, (await leastTime(work, 4 * size)) / Math.max(small, 1))
  }
  return least
}

async function leastTime(work: (size: number) => unknown, size: number): Promise<number> {
  let least = Infinity
  for (let n = 0; n < TRIES; n += 1) {
    const start = process.cpuUsage()
    await work(size)
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
