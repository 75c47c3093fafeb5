import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { findDavCalendars } from './find-dav-calendars.server.ts'

/** For each path, the XML document that the server sends or the path to which it redirects. All other paths are 404. */
type Answers = Readonly<Record<string, string>>

async function foundOn(answers: Answers, start = '/'): Promise<string[]> {
  const server = createServer((request, response) => {
    const said = answers[request.url ?? '']
    if (said === undefined) response.writeHead(404).end('<html>Not found</html>')
    else if (said.startsWith('<')) response.writeHead(207).end(said.replaceAll('ORIGIN', origin()))
    else response.writeHead(301, { location: said }).end()
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const login = { davAddress: `${origin()}${start}`, davUser: 'ada', davPassword: 'an app password' }
  const found = await findDavCalendars(ctx, login)
  return found.map(({ url, name }) => `${url.replace(origin(), '')} ${name}`)
}

const good = '<d:status>HTTP/1.1 200 OK</d:status>'
const missing = '<d:status>HTTP/1.1 404 Not Found</d:status>'

/** Property values are written as the servers write them; `d:` and `c:` stand for the namespaces of DAV and CalDAV. */
const list = (...responses: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:nc="http://nextcloud.com/ns">${responses.join('')}</d:multistatus>`
const response = (href: string, props: string, without = '') =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop>${good}</d:propstat>${
    without && `<d:propstat><d:prop>${without}</d:prop>${missing}</d:propstat>`
  }</d:response>`
const principal = (href: string) =>
  `<d:current-user-principal><d:href>${href}</d:href></d:current-user-principal>`
const home = (...hrefs: string[]) =>
  `<c:calendar-home-set>${hrefs.map((href) => `<d:href>${href}</d:href>`).join('')}</c:calendar-home-set>`
const kind = (...kinds: string[]) =>
  `<d:resourcetype><d:collection/>${kinds.map((name) => `<${name}/>`).join('')}</d:resourcetype>`
const takes = (...names: string[]) =>
  `<c:supported-calendar-component-set>${names.map((name) => `<c:comp name='${name}'/>`).join('')}</c:supported-calendar-component-set>`
const name = (text: string) => `<d:displayname>${text}</d:displayname>`

test('Nextcloud: trashed calendars, subscriptions, inboxes and lists of tasks are not offered', async () => {
  const at = '/remote.php/dav'
  const found = await foundOn({
    '/.well-known/caldav': '/remote.php/dav/',
    [`${at}/`]: list(
      response(
        `${at}/`,
        kind() + principal(`${at}/principals/users/ada/`),
        '<d:displayname/><c:calendar-home-set/>',
      ),
    ),
    [`${at}/principals/users/ada/`]: list(
      response(`${at}/principals/users/ada/`, name('Ada') + home(`${at}/calendars/ada/`)),
    ),
    [`${at}/calendars/ada/`]: list(
      response(`${at}/calendars/ada/`, kind(), '<d:displayname/>'),
      response(`${at}/calendars/ada/inbox/`, kind('c:schedule-inbox')),
      response(
        `${at}/calendars/ada/personal/`,
        kind('c:calendar') + name('Personal') + takes('VEVENT', 'VTODO'),
      ),
      response(`${at}/calendars/ada/old/`, kind('nc:deleted-calendar') + name('Old') + takes('VEVENT')),
      response(`${at}/calendars/ada/feed/`, kind('cs:subscribed') + name('Holidays')),
      response(`${at}/calendars/ada/tasks/`, kind('c:calendar') + name('Tasks') + takes('VTODO')),
      response(
        `${at}/calendars/ada/team_shared_by_bob/`,
        kind('c:calendar', 'cs:shared') + name('Team (Bob)'),
      ),
      response(`${at}/calendars/ada/trashbin/`, kind('nc:trash-bin')),
    ),
  })
  expect(found).toEqual([
    `${at}/calendars/ada/personal/ Personal`,
    `${at}/calendars/ada/team_shared_by_bob/ Team (Bob)`,
  ])
})

test('iCloud: the home is on another host with its port, and namespaces are repeated on each element', async () => {
  const found = await foundOn({
    '/': `<multistatus xmlns="DAV:"><response xmlns="DAV:"><href>/</href><propstat><prop><current-user-principal xmlns="DAV:"><href xmlns="DAV:">/171/principal/</href></current-user-principal></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
    '/171/principal/': `<multistatus xmlns="DAV:"><response xmlns="DAV:"><href>/171/principal/</href><propstat><prop><calendar-home-set xmlns="urn:ietf:params:xml:ns:caldav"><href xmlns="DAV:">ORIGIN/171/calendars/</href></calendar-home-set></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
    '/171/calendars/': `<multistatus xmlns="DAV:"><response xmlns="DAV:"><href>/171/calendars/2D8B/</href><propstat><prop><resourcetype xmlns="DAV:"><collection/><calendar xmlns="urn:ietf:params:xml:ns:caldav"/></resourcetype><displayname xmlns="DAV:">Home</displayname><supported-calendar-component-set xmlns="urn:ietf:params:xml:ns:caldav"><comp name='VEVENT' xmlns='urn:ietf:params:xml:ns:caldav'/></supported-calendar-component-set></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
  })
  expect(found).toEqual(['/171/calendars/2D8B/ Home'])
})

test('Fastmail and other Cyrus servers: names of several lines, and properties in several lists', async () => {
  const at = '/dav/calendars/user/ada@example.com'
  const found = await foundOn(
    {
      '/.well-known/caldav': '/dav/calendars',
      '/dav/calendars': list(
        response('/dav/calendars/', kind() + principal('/dav/principals/user/ada@example.com/')),
      ),
      '/dav/principals/user/ada@example.com/': list(
        response('/dav/principals/user/ada@example.com/', kind('d:principal') + home(`${at}/`)),
      ),
      [`${at}/`]: list(
        response(`${at}/`, kind()),
        `<d:response><d:href>${at}/Default/</d:href><d:propstat><d:prop>${kind('c:calendar')}</d:prop>${good}</d:propstat><d:propstat><d:prop>${name('\n  Work\n')}</d:prop>${good}</d:propstat></d:response>`,
        response(`${at}/Outbox/`, kind('c:schedule-outbox')),
        `<d:response><d:href>${at}/gone/</d:href>${missing}</d:response>`,
      ),
    },
    '/dav/',
  )
  expect(found).toEqual([`${at}/Default/ Work`])
})

test('SOGo: found by its usual path, with kinds of its own beside the standard ones', async () => {
  const at = '/SOGo/dav/ada'
  const found = await foundOn({
    '/SOGo/dav/': list(response('/SOGo/dav/', kind() + principal(`${at}/`))),
    [`${at}/`]: list(response(`${at}/`, kind('d:principal') + home(`${at}/Calendar/`))),
    [`${at}/Calendar/`]: list(
      response(`${at}/Calendar/`, kind()),
      response(
        `${at}/Calendar/personal/`,
        kind('c:calendar', 'vevent-collection', 'vtodo-collection') + name('Personal Calendar'),
      ),
    ),
  })
  expect(found).toEqual([`${at}/Calendar/personal/ Personal Calendar`])
})

test('Zimbra: the state comes before the properties, and old versions list calendars alone', async () => {
  const resource = (href: string, props: string) =>
    `<d:response><d:href>${href}</d:href><d:propstat>${good}<d:prop>${props}</d:prop></d:propstat><d:propstat>${missing}<d:prop><d:displayname/><c:calendar-home-set/><c:supported-calendar-component-set/></d:prop></d:propstat></d:response>`
  const root = '/dav/ada%40example.com/'
  const found = await foundOn(
    {
      [root]: list(
        resource(root, kind() + name('USER_ROOT')),
        resource(`${root}Inbox/`, kind('c:schedule-inbox') + name('Inbox')),
        resource(`${root}Emailed%20Contacts/`, kind() + name('Emailed Contacts')),
        resource(`${root}Calendarc5f1.ics`, '<d:resourcetype/>'),
        resource(`${root}Calendar/`, kind('c:calendar') + name('Calendar')),
        resource(`${root}Calendar/`, kind('c:calendar') + name('Calendar')),
      ),
    },
    root,
  )
  expect(found).toEqual([`${root}Calendar/ Calendar`])
})

test('DAViCal: the principal is the home, and the calendars have their tasks in them', async () => {
  const at = '/caldav.php/ada'
  const found = await foundOn({
    '/.well-known/caldav': '/caldav.php/',
    '/caldav.php/': list(response('/caldav.php/', kind() + principal(`${at}/`))),
    [`${at}/`]: list(
      response(`${at}/`, kind('d:principal') + name('Ada') + home(`${at}/`, '/caldav.php/team/')),
      response(
        `${at}/calendar/`,
        kind('c:calendar') + takes('VEVENT', 'VTODO', 'VJOURNAL', 'VTIMEZONE', 'VFREEBUSY'),
      ),
      response(`${at}/addresses/`, kind()),
      response('ftp://elsewhere.example/c/', kind('c:calendar') + name('Elsewhere')),
    ),
  })
  expect(found).toEqual([`${at}/calendar/ ${at}/calendar/`])
})

test('a site without a calendar server is refused with a sentence', async () => {
  await expect(foundOn({})).rejects.toMatchObject({
    fields: { davAddress: 'This is not the address of a calendar server.' },
  })
})
