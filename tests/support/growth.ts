/** Number of tries, because one may be slow for another reason. */
const TRIES = 3

/**
 * Returns by what factor CPU time grows when the size grows fourfold: 4 for linear work, 16 for quadratic. Takes the
 * best of some tries, so that garbage collection does not count.
 * @param size large enough to take some milliseconds.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size)
  const small = await leastTime(work, size)
  const large = await leastTime(work, 4 * size)
  return large / Math.max(small, 1)
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
