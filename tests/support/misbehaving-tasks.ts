import { FieldErrors } from '#app/platform/errors.ts'
import { program, serveTasks } from '#app/platform/pool/serve-tasks.server.ts'
import { defineTask, type Lane } from '#app/platform/pool/task.ts'

const define = <Input, Output, Part = never>(name: string, lane: Lane = 'quick') =>
  defineTask<Input, Output, Part>({
    name,
    lane,
    maxCpu: 10_000,
    maxMemory: 500,
    maxInput: 1000,
    maxOutput: 1000,
    maxWaiting: 3,
  })

/** Tasks that behave as hostile input makes a parser behave, for the pool's own tests. */
export const misbehaving = {
  echo: define<string, string>('echo'),
  other: define<string, string>('other'),
  long: define<string, string>('long', 'long'),
  spin: define<null, null>('spin'),
  hoard: define<null, null>('hoard'),
  grow: define<null, null>('grow'),
  flood: define<null, string>('flood'),
  refuse: define<null, null>('refuse'),
  crash: define<null, null>('crash'),
  fail: define<null, null>('fail'),
  count: define<number, string, number>('count'),
}

const kept: unknown[] = []

// Runs only in a process of a pool, because the tests import the definitions above.
if (process.send && process.argv[1] === import.meta.filename)
  serveTasks([
    ...[misbehaving.echo, misbehaving.other, misbehaving.long].map((task) =>
      program(task, async () => (text) => `${text} by ${process.pid}`),
    ),
    program(misbehaving.spin, async () => () => {
      for (;;);
    }),
    program(misbehaving.hoard, async () => () => {
      for (;;) kept.push(Buffer.alloc(1_000_000, 1))
    }),
    program(misbehaving.grow, async () => () => {
      for (;;) kept.push(Array.from({ length: 4_000_000 }, (_, n) => n))
    }),
    program(misbehaving.flood, async () => () => 'x'.repeat(1001)),
    program(misbehaving.refuse, async () => () => {
      throw new FieldErrors({ content: 'This is too deep.' })
    }),
    program(misbehaving.crash, async () => () => process.exit(3)),
    program(misbehaving.fail, async () => () => {
      throw new TypeError('A fault of ours.')
    }),
    program(misbehaving.count, async () => async (most, give) => {
      for (let n = 1; n <= most; n += 1) await give(n)
      return `counted to ${most}`
    }),
  ])
