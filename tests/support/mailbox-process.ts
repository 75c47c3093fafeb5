/** A process of its own for tests: plain Node, the product's runtime, and the reader of the mailbox until it is ended. */
import { keepReading } from '#app/features/mailbox/read-mailbox.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/runtime.server.ts'

const { ctx, close } = await createRuntime(parseEnv(process.env))
const reading = keepReading(ctx)
process.once('disconnect', () => void reading.stop().then(close))
