import { onTestFinished } from 'vitest'

import { createSmtpTransport, type MailTransport } from '#app/platform/email/mail-transport.server.ts'
import { type FakeSmtpServer, startSmtpServer } from '#tests/fakes/smtp-server.ts'

export async function createTestSmtp(): Promise<{ server: FakeSmtpServer; mail: MailTransport }> {
  const server = await startSmtpServer()
  const mail = createSmtpTransport(server.url)
  onTestFinished(async () => {
    mail.close()
    await server.close()
  })
  return { server, mail }
}
