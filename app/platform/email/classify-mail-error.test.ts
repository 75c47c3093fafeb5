import { expect, test } from 'vitest'

import { classifyMailError, faultOf, type MailFailure, type MailFault } from './classify-mail-error.ts'

const atRecipient = (response: string) => ({
  code: 'EENVELOPE',
  command: 'RCPT TO',
  responseCode: Number(response.slice(0, 3)),
  response,
})
const afterData = (response: string) => ({ ...atRecipient(response), code: 'EMESSAGE', command: 'DATA' })

test.each<[MailFailure, string]>([
  ['unavailable', '550 5.4.5 Daily user sending limit exceeded'],
  ['unavailable', '550-5.4.5 Daily sending quota exceeded.\n550 5.4.5 See the help.'],
  ['unavailable', '452 4.5.3 Domain policy size per transaction exceeded'],
  ['unavailable', '452 4.3.1 Insufficient system storage'],
  ['unavailable', '421 4.3.2 Service shutting down'],
  ['unavailable', '530 5.7.0 Authentication required'],
  ['unavailable', '550 5.7.1 Client was not authenticated'],
  ['unavailable', '554 5.7.1 <ada@example.com>: Relay access denied'],
  ['unavailable', '550 5.1.8 <desk@agency.dev>: Sender address rejected: Domain not found'],
  ['unavailable', '454 4.7.0 Temporary authentication failure'],
  ['unavailable', '550 Message rate limit exceeded for this account'],
  ['unavailable', '451 4.7.28 Unusual rate of mail'],
  ['unavailable', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a list'],
  ['refused', '550 No such user'],
  ['refused', '550 5.1.1 User unknown'],
  ['refused', '552 5.2.2 Mailbox full, quota exceeded'],
  ['refused', '552 Mailbox quota exceeded'],
  ['refused', '550 5.2.1 The account that you tried to reach is disabled'],
  ['refused', '552 5.3.4 Message size exceeds fixed limit'],
  ['refused', '554 5.7.1 Message rejected as spam'],
  ['deferred', '452 4.2.2 The mailbox is over quota'],
  ['deferred', '450 4.2.0 Greylisted, try again in 5 minutes'],
  ['deferred', '451 Try again later'],
  ['deferred', '503 Bad sequence of commands'],
])('%s: %s', (failure, response) => {
  expect(classifyMailError(atRecipient(response))).toBe(failure)
  expect(classifyMailError(afterData(response))).toBe(failure)
})

test.each<[MailFailure, object]>([
  ['unavailable', { code: 'ESOCKET', command: 'CONN', originalCode: 'ECONNREFUSED' }],
  ['unavailable', { code: 'ETIMEDOUT', command: 'CONN' }],
  ['unavailable', { code: 'EDNS', command: 'CONN' }],
  ['unavailable', { code: 'ETLS', command: 'STARTTLS' }],
  ['unavailable', { code: 'EAUTH', command: 'API' }],
  ['unavailable', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 No' }],
  ['refused', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552, response: '552 Too big' }],
  ['refused', { code: 'EMESSAGE', command: 'MAIL FROM', message: 'Message size larger than allowed 100' }],
  ['refused', { code: 'EENVELOPE', command: 'API', message: 'No recipients defined' }],
  ['deferred', { code: 'ESTREAM', command: 'API' }],
  ['deferred', new Error('Anything else')],
])('%s: %o', (failure, error) => {
  expect(classifyMailError(error)).toBe(failure)
})

test('with several recipients, the least final reply counts', () => {
  const all = (...responses: string[]) => ({
    ...atRecipient(responses[0] ?? ''),
    rejectedErrors: responses.map(atRecipient),
  })
  expect(classifyMailError(all('550 No such user', '550 5.4.5 Daily limit'))).toBe('unavailable')
  expect(classifyMailError(all('550 No such user', '450 4.2.0 Greylisted'))).toBe('deferred')
  expect(classifyMailError(all('550 No such user', '550 No such user'))).toBe('refused')
})

const failedWith = (message: string, facts: object = {}) => Object.assign(new Error(message), facts)

test.each<[MailFault, unknown]>([
  ['password', failedWith('Invalid login: 535 5.7.8 No', { code: 'EAUTH', responseCode: 535 })],
  ['password', failedWith('Command failed', { authenticationFailed: true })],
  ['no-folder', failedWith('Command failed', { mailboxMissing: true })],
  ['unknown-host', failedWith('getaddrinfo ENOTFOUND mail.agency.dev', { code: 'ENOTFOUND' })],
  ['refused', failedWith('connect ECONNREFUSED', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' })],
  ['refused', new AggregateError([failedWith('connect ECONNREFUSED 192.0.2.1:465')])],
  ['certificate', failedWith('Error initiating TLS - self-signed certificate', { code: 'ETLS' })],
  ['certificate', failedWith('certificate has expired', { code: 'CERT_HAS_EXPIRED' })],
  ['certificate', failedWith("Hostname/IP does not match certificate's altnames", { code: 'ESOCKET' })],
  ['no-tls', failedWith('Error initiating TLS - wrong version number', { code: 'ETLS' })],
  ['no-tls', failedWith('The server does not support STARTTLS', { code: 'ETLS' })],
  ['silent', failedWith('Greeting never received', { code: 'ETIMEDOUT' })],
  ['silent', failedWith('Failed to receive greeting', { code: 'GREETING_TIMEOUT' })],
  ['unreachable', failedWith('address', { code: 'EADDRESS' })],
  ['unreachable', failedWith('read ECONNRESET', { code: 'ECONNRESET' })],
  ['other', failedWith('Sender refused', { code: 'EENVELOPE', responseCode: 550 })],
  ['other', null],
])('%s is the fault of %o', (fault, error) => {
  expect(faultOf(error)).toBe(fault)
})
