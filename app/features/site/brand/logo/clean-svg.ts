import { defineTask } from '#app/platform/pool/task.ts'

/** In characters. Drawings of logos have some thousand. */
export const MAX_SVG = 256 * 1024

/** A drawing without scripts, external resources and links, with its size in pixels. */
export type CleanSvg = { svg: string; width: number; height: number }

/** The largest drawing takes about 0.2 s. */
export const cleanSvgTask = defineTask<string, CleanSvg>({
  name: 'clean-svg',
  lane: 'quick',
  maxCpu: 2000,
  maxMemory: 300,
  maxInput: MAX_SVG + 10,
  maxOutput: 4 * MAX_SVG,
  maxWaiting: 5,
})

/** Returns whether a file begins like XML, which no supported picture does. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 256))
  return /^\s*</.test(head)
}
