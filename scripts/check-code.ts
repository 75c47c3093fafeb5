import { globSync, readFileSync } from 'node:fs'

import { parseSync } from 'vite'

/** Ceilings may only be lowered. The target for comments is 5 %. */
const ceilings = {
  linesOfAFile: 300,
  commentPercent: 5,
  /** `?? ''`, `?? 0` and `?? []`, which hide a missing value. Readers of other products' data are not counted. */
  silentFallbacks: 165,
}

const sources = globSync('{server.ts,{app,attack,bench,faults,scripts,server}/**/*.{ts,tsx,mjs}}', {
  exclude: ['**/node_modules/**'],
})
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const long = sources.filter(({ text }) => linesOf(text).length > ceilings.linesOfAFile)
const code = sum(sources.map(({ text }) => linesOf(text).filter((line) => line.trim() !== '').length))
const comments = sum(sources.map(({ path, text }) => countCommentLines(path, text)))
const commentPercent = (100 * comments) / code
/** In files and answers of other products a missing field is normal. */
const foreign =
  /features\/blog\/transfer\/|features\/editing\/(?:paste\/|html-|write-markdown)|features\/bookings\/calendars\/(?:calendar-|read-calendar|repeat|dav\/digest-)|features\/mailbox\/(?:read-(?:tnef|rtf)|unwrap-)|features\/ai\/providers\/(?:answer-reading|completions-answer|normal-answer|own\/)/
const own = sources.filter(({ path }) => !foreign.test(path.replaceAll('\\', '/')))
const fallbacks = sum(own.map(({ text }) => [...text.matchAll(/\?\? (''|0\b|\[\])/g)].length))

const faults = [
  ...long.map(({ path }) => `${path} has more than ${ceilings.linesOfAFile} lines.`),
  ...(commentPercent > ceilings.commentPercent
    ? [`Comments are ${commentPercent.toFixed(2)} % of the code, more than ${ceilings.commentPercent} %.`]
    : []),
  ...(fallbacks > ceilings.silentFallbacks
    ? [`There are ${fallbacks} silent fallbacks, more than ${ceilings.silentFallbacks}: see assertDefined.`]
    : []),
]
console.log(
  `code: ${sources.length} files, ${code} lines of code, ${long.length} files over ${ceilings.linesOfAFile} lines, ` +
    `${commentPercent.toFixed(2)} % comments (at most ${ceilings.commentPercent}), ` +
    `${fallbacks} silent fallbacks (at most ${ceilings.silentFallbacks})`,
)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n')
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Counts lines that contain nothing but a comment. Third-party licences do not count. */
function countCommentLines(path: string, text: string): number {
  return sum(
    parseSync(path, text).comments.map(({ start, end }) => {
      const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim()
      const comment = text.slice(start, end)
      return (before === '' || before === '{') && !comment.includes('Copyright') ? linesOf(comment).length : 0
    }),
  )
}
