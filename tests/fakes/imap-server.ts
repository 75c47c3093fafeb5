import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type StoredMail = { uid: number; bytes: Buffer; at: Date }

/**
 * Starts an IMAP server with one user and one folder: as much of RFC 3501 and RFC 2177 as the client uses. With `isGood`
 * it takes tokens instead of a password (XOAUTH2).
 */
export async function startImapServer({
  hasIdle = true,
  isGood = null,
}: { hasIdle?: boolean; isGood?: ((token: string) => boolean) | null } = {}) {
  const capabilities = `IMAP4rev1${hasIdle ? ' IDLE' : ''}${isGood ? ' AUTH=XOAUTH2' : ''}`
  const mails: StoredMail[] = []
  const asked: string[] = []
  const open = new Set<Socket>()
  const idling = new Set<Socket>()
  let uidValidity = 1
  let nextUid = 1

  const server = createServer((socket) => {
    open.add(socket)
    // Responses are written in pieces, which Nagle's algorithm would hold until the client acknowledges the first.
    socket.setNoDelay()
    socket.on('close', () => (open.delete(socket), idling.delete(socket)))
    socket.on('error', () => socket.destroy())
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`)
    let buffered = ''
    let idleTag = ''
    let signIn: { tag: string; isRefused: boolean } | null = null
    socket.on('data', (bytes) => {
      buffered += bytes.toString('latin1')
      for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        if (line === 'DONE') {
          idling.delete(socket)
          socket.write(`${idleTag} OK done\r\n`)
          continue
        }
        if (signIn) {
          signIn = takeToken(socket, signIn, line)
          continue
        }
        const [tag = '', name = '', ...rest] = line.split(' ')
        if (name.toUpperCase() === 'AUTHENTICATE') {
          signIn = { tag, isRefused: false }
          asked.push(`AUTHENTICATE ${rest.join(' ')}`)
          socket.write('+ \r\n')
          continue
        }
        asked.push(`${name.toUpperCase()} ${rest.join(' ')}`)
        if (name.toUpperCase() === 'IDLE') {
          idleTag = tag
          idling.add(socket)
          // Announces mails that arrived since the client's last command.
          socket.write(`+ idling\r\n* ${mails.length} EXISTS\r\n`)
        } else answer(socket, tag, name.toUpperCase(), rest)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  /** As Gmail does: a refusal is a continuation with its reason, and NO once the client has sent an empty line. */
  function takeToken(socket: Socket, { tag, isRefused }: { tag: string; isRefused: boolean }, line: string) {
    if (isRefused) {
      socket.write(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)\r\n`)
      return null
    }
    const token = /auth=Bearer ([\w.-]+)/.exec(Buffer.from(line, 'base64').toString())?.[1]
    if (token !== undefined && isGood?.(token)) {
      socket.write(`${tag} OK Thats all she wrote!\r\n`)
      return null
    }
    const reason = { status: '400', schemes: 'Bearer', scope: 'https://mail.google.com/' }
    socket.write(`+ ${Buffer.from(JSON.stringify(reason)).toString('base64')}\r\n`)
    return { tag, isRefused: true }
  }

  function answer(socket: Socket, tag: string, name: string, rest: string[]): void {
    const ok = (text = 'done') => socket.write(`${tag} OK ${text}\r\n`)
    if (name === 'CAPABILITY') socket.write(`* CAPABILITY ${capabilities}\r\n`)
    if (name === 'LOGIN' && !rest.join(' ').includes('secret'))
      return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`)
    if (name === 'LIST' || name === 'LSUB') socket.write(`* ${name} (\\HasNoChildren) "/" INBOX\r\n`)
    if (name === 'NOOP') socket.write(`* ${mails.length} EXISTS\r\n`)
    if (name === 'SELECT' || name === 'EXAMINE') {
      socket.write(`* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* 0 RECENT\r\n`)
      socket.write(`* OK [UIDVALIDITY ${uidValidity}] ok\r\n* OK [UIDNEXT ${nextUid}] ok\r\n`)
      return void ok(name === 'EXAMINE' ? '[READ-ONLY] done' : '[READ-WRITE] done')
    }
    if (name === 'UID' && rest[0]?.toUpperCase() === 'SEARCH') search(socket, rest.join(' '))
    if (name === 'UID' && rest[0]?.toUpperCase() === 'FETCH') send(socket, Number(rest[1]), rest.join(' '))
    if (name === 'LOGOUT') {
      socket.write('* BYE\r\n')
      ok()
      return void socket.end()
    }
    ok()
  }

  function search(socket: Socket, line: string): void {
    const first = Number(/UID (\d+):\*/i.exec(line)?.[1] ?? 1)
    // `n:*` includes the last mail even if its number is lower.
    const found = mails.filter(({ uid }, at) => uid >= first || at === mails.length - 1)
    socket.write(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}\r\n`)
  }

  function send(socket: Socket, uid: number, line: string): void {
    const at = mails.findIndex((mail) => mail.uid === uid)
    const mail = mails[at]
    if (!mail) return
    const parts = [`UID ${uid}`]
    if (line.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${mail.bytes.length}`)
    if (line.includes('INTERNALDATE')) parts.push(`INTERNALDATE "${dateOf(mail.at)}"`)
    const name = /BODY\.PEEK\[(HEADER)?\]/.exec(line)
    socket.write(`* ${at + 1} FETCH (${parts.join(' ')}`)
    if (name) {
      const end = mail.bytes.indexOf('\r\n\r\n')
      const bytes = name[1] ? mail.bytes.subarray(0, end + 4) : mail.bytes
      socket.write(` BODY[${name[1] ?? ''}] {${bytes.length}}\r\n`)
      socket.write(bytes)
    }
    socket.write(')\r\n')
  }

  return {
    url: `imap://hello%40agency.example:secret@127.0.0.1:${port}/INBOX`,
    port,
    /** The commands of all clients. */
    asked,
    deliver(text: string, at = new Date()): void {
      mails.push({ uid: nextUid, bytes: Buffer.from(text.replaceAll(/\r?\n/g, '\r\n')), at })
      nextUid += 1
      for (const socket of idling) socket.write(`* ${mails.length} EXISTS\r\n`)
    },
    /** Renumbers the mails, as a server does whose folder was restored from a backup. */
    renumber(): void {
      uidValidity += 1
      for (const [at, mail] of mails.entries()) mail.uid = at + 1
      nextUid = mails.length + 1
      this.cut()
    },
    cut(): void {
      for (const socket of open) socket.destroy()
    },
    async stop(): Promise<void> {
      this.cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function dateOf(date: Date): string {
  const [, day, month, year] = date.toUTCString().split(' ')
  return `${day}-${month}-${year} ${date.toISOString().slice(11, 19)} +0000`
}
