/** How often what may be slow for another reason is tried. */
const TRIES = 3

/**
 * How many times as long four times as much takes, in this process's processor time: 4 where time grows with the size, 16
 * where it grows with its square. The best of some tries, so that a collection of garbage in one of them counts for nothing.
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
