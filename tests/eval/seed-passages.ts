/** Stores 50,000 random passages in the new database that the environment names, for `npm run bench -- knowledge-start`. */
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'

import { addRandomItem, ITEMS } from './random-passages.ts'

const { ctx, close } = await createRuntime(parseEnv(process.env))
for (let item = 0; item < ITEMS; item += 1) await addRandomItem(ctx, item)
await close()
