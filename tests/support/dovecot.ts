import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './app-server.ts'
import { until } from './until.ts'

const program = '/usr/sbin/dovecot'
const NOBODY = 65_534

/** Returns why Dovecot cannot be started here, or null. */
export function missingDovecot(): string | null {
  if (!existsSync(program)) return 'Dovecot is not installed (apt-get install dovecot-imapd)'
  return process.getuid?.() === 0 ? null : 'Dovecot is started by root alone'
}

export async function startDovecot() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-dovecot-'))
  const port = await freePort()
  const mail = join(folder, 'mail')
  const run = join(folder, 'run')
  for (const path of [mail, run, ...['new', 'cur', 'tmp'].map((name) => join(mail, name))]) mkdirSync(path)
  for (const path of [folder, mail, ...['new', 'cur', 'tmp'].map((name) => join(mail, name))])
    chownSync(path, NOBODY, NOBODY)
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, configuration({ folder, run, mail, port }))
  const dovecot = spawn(program, ['-F', '-c', config], { stdio: 'ignore' })
  await until('Dovecot answers', () => answers(port))
  let count = 0
  return {
    url: `imap://hello%40agency.example:secret@127.0.0.1:${port}/INBOX`,
    deliver(text: string): void {
      count += 1
      const name = `${Math.floor(Date.now() / 1000)}.${String(count).padStart(6, '0')}.test`
      const path = join(mail, 'tmp', name)
      writeFileSync(path, text.replaceAll(/\r?\n/g, '\r\n'))
      chownSync(path, NOBODY, NOBODY)
      renameSync(path, join(mail, 'new', name))
    },
    async stop(): Promise<void> {
      dovecot.kill('SIGTERM')
      await once(dovecot, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

type Places = { folder: string; run: string; mail: string; port: number }

function configuration({ folder, run, mail, port }: Places): string {
  return `base_dir = ${run}
state_dir = ${run}
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}
mail_max_userip_connections = 50
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`
}
