import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { MINUTE } from '#app/platform/clock.ts'
import { copyRepository } from '#tests/support/copy-repository.ts'

import { expect, startApp, test } from './fixtures.ts'

export { expect }

const PIECE = /^\*\*(\S+)\*\*(?:, new)?:\n\n```(\w+)\n([\s\S]*?)^```$/gm
const COMMANDS = /^```sh\n([\s\S]*?)^```$/gm

/** A file to write whole, or a `diff` to apply to an existing one. */
type Piece = { path: string; kind: string; text: string }

type TeamChat = { url: string; texts: string[]; close(): Promise<void> }

/** Returns a `test` on a server built from a copy of this repository in which the document was followed. */
export function testOfWorkedExample(document: string) {
  return test.extend<{ toldChat: () => readonly string[] }, { example: { folder: string; chat: TeamChat } }>({
    example: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures asked for off the pattern
      async ({}, use) => {
        const folder = mkdtempSync(join(tmpdir(), 'foyer-example-'))
        try {
          await followExample(folder, readFileSync(document, 'utf8'))
          const { startTeamChat } = (await import(join(folder, 'tests/fakes/team-chat.ts'))) as {
            startTeamChat(): Promise<TeamChat>
          }
          const chat = await startTeamChat()
          await use({ folder, chat })
          await chat.close()
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
      // Checks, tests and builds a whole repository while other journeys run.
      { scope: 'worker', timeout: 20 * MINUTE },
    ],
    app: [
      async ({ engine, smtp, aiServer, example: { folder, chat } }, use) =>
        startApp({ engine, smtp, aiServer }, use, { ANNOUNCE_URL: chat.url }, { folder }),
      { scope: 'worker' },
    ],
    toldChat: async ({ example }, use) => use(() => example.chat.texts),
  })
}

/** Writes the files of the document into a copy of the repository, and runs its commands. */
async function followExample(folder: string, document: string): Promise<void> {
  copyRepository(folder)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '--quiet')
  git('add', '--all')
  for (const [, path = '', kind = '', text = ''] of document.matchAll(PIECE))
    writePiece(folder, { path, kind, text })
  for (const [, lines = ''] of document.matchAll(COMMANDS))
    for (const line of lines.trim().split('\n')) await runCommand(folder, line)
}

function writePiece(folder: string, { path, kind, text }: Piece): void {
  const file = join(folder, path)
  if (kind !== 'diff') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
    return
  }
  writeFileSync(
    file,
    text
      .split('@@\n')
      .reduce((source, change) => insert(source, { path, change }), readFileSync(file, 'utf8')),
  )
}

/** Inserts the lines marked with a plus after the others, which must be together in exactly one place. */
function insert(source: string, { path, change }: { path: string; change: string }): string {
  const lines = change.trimEnd().split('\n')
  const after = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
  const parts = `\n${source}`.split(`\n${after.join('\n')}\n`)
  if (parts.length !== 2)
    throw new Error(`${parts.length - 1} places in ${path} have these lines:\n${after.join('\n')}`)
  return parts.join(`\n${[...after, ...added].join('\n')}\n`).slice(1)
}

/** Runs a line as a shell would, with no variables of ours but PATH, HOME and TMPDIR. @throws with the output. */
async function runCommand(folder: string, line: string): Promise<void> {
  const [program = '', ...args] = line.split(' ')
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), FORCE_COLOR: '0' }
  await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${line}\n${stdout.slice(-8000)}${stderr.slice(-4000)}`)
    },
  )
}
