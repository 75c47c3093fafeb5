/**
 * `npm run eval:replies`: counts the mails in which the written text is told apart from quotes and signatures. Exits
 * with 1 when a figure is missed.
 */
import { readFileSync } from 'node:fs'

import { foldQuotes } from '#app/features/mailbox/folding/fold-quotes.ts'
import { readInbound } from '#app/features/mailbox/read-inbound.server.ts'
import { corporaOf, thirdPartyFolder } from '#tests/support/corpora.ts'

type Case = { name: string; mail: string; text: string }

const AT_LEAST = 0.95

let isMet = true
for (const corpus of corporaOf('email-replies')) {
  if (!corpus.isHere) console.error(`SKIPPED: there are no third-party cases in ${thirdPartyFolder}.`)
  else if (corpus.isOwn) report('own cases', ownFaults(corpus.cases<Case>()))
  else report('third-party cases', await thirdPartyFaults(corpus.path))
}
process.exit(isMet ? 0 : 1)

function report(title: string, { count, faults }: { count: number; faults: string[] }): void {
  const share = (count - faults.length) / count
  isMet &&= share >= AT_LEAST
  console.log(`${title}: ${count - faults.length} of ${count} right (${(100 * share).toFixed(1)} %)`)
  for (const fault of faults) console.log(`  wrong: ${fault}`)
}

function ownFaults(cases: readonly Case[]) {
  const faults = cases.filter(({ mail, text }) => foldQuotes(mail).text !== text).map(({ name }) => name)
  return { count: cases.length, faults }
}

/** The lines to keep are listed by number, because the mails may not be copied into this repository. */
async function thirdPartyFaults(path: (...names: string[]) => string) {
  const list = new URL('../corpora/email-replies/third-party-lines.json', import.meta.url)
  const kept = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>)
  const faults: string[] = []
  for (const [file, numbers] of kept) {
    const { text, quoted } = await read(path(file), file)
    // If a mail is HTML only, the lines of the written text come first.
    const whole =
      file.endsWith('.html') || file.endsWith('.eml')
        ? `${text}\n${quoted}`
        : readFileSync(path(file), 'utf8')
    if (lines(text).join('\n') !== pick(lines(whole), numbers).join('\n')) faults.push(file)
  }
  return { count: kept.length, faults }
}

async function read(path: string, file: string): Promise<{ text: string; quoted: string | null }> {
  const bytes = readFileSync(path)
  if (file.endsWith('.eml')) return readInbound({ bytes })
  if (!file.endsWith('.html')) return foldQuotes(bytes.toString('utf8'))
  return readInbound({
    bytes: Buffer.concat([Buffer.from('Content-Type: text/html; charset=utf-8\r\n\r\n'), bytes]),
  })
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]))
}

function pick(all: readonly string[], numbers: string): string[] {
  if (numbers === 'all') return [...all]
  const ranges = numbers.split(',').map((range) => range.split('-').map(Number))
  return all.filter((_, at) => ranges.some(([first = 0, last = first]) => at + 1 >= first && at + 1 <= last))
}
