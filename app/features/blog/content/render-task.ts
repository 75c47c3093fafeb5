import { defineTask } from '#app/platform/pool/task.ts'

import type { RenderedContent } from './render-content.server.ts'

/** Characters: some 80,000 words. */
export const MAX_SOURCE = 500_000

/** Makes a post's HTML. What somebody waits for at the editor takes some 20 ms, the most that is taken about a second. */
export const renderPost = defineTask<{ source: string; isColoured: boolean }, RenderedContent>({
  name: 'render-post',
  lane: 'quick',
  maxCpu: 4000,
  maxMemory: 400,
  maxInput: MAX_SOURCE + 10,
  maxOutput: 20_000_000,
  maxWaiting: 20,
})
