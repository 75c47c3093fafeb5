/** A process for tests: plain Node with the product's runtime, which reads the mailbox until it is ended. */
import { keepReading } from '#app/features/mailbox/read-mailbox.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'

const { ctx, close } = await createRuntime(parseEnv(process.env))
const reading = keepReading(ctx)
process.once('disconnect', () => void reading.stop().then(close))
