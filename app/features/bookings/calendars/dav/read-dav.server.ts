import { SaxesParser } from 'saxes'

import { AppError } from '#app/platform/errors.ts'

import { readParts } from '../calendar-events.ts'
import { readCalendar } from '../read-calendar.server.ts'
import type { CalendarFile, CalendarRead } from '../read-calendar.ts'
import type { DavResource } from './read-dav.ts'

const MAX_DEPTH = 30
const MOST_RESOURCES = 20_000

type Resource = DavResource & { entries: string }

/** Run only in the pool, because time and memory are unbounded. @throws {AppError} invalid */
export function readDav(bytes: Uint8Array): DavResource[] {
  return resourcesOf(bytes).map((resource) => ({ ...resource, entries: '' }))
}

/** Reads the busy times. Entries that are cut off count as odd. Has no limit of time: call it only in the pool. @throws {AppError} invalid */
export function readDavBusy(file: CalendarFile): CalendarRead {
  const entries = resourcesOf(file.bytes)
    .map((resource) => resource.entries)
    .filter((entry) => entry.trim() !== '')
  const whole = entries.filter(isCalendar)
  const rest = entries.filter((entry) => !isCalendar(entry))
  // The answer itself is complete, so an entry without its last lines was stored like this.
  const closed = rest.map((entry) => `${entry}\r\nEND:VCALENDAR`).filter(isCalendar)
  const calendars = [...whole, ...closed]
  const odd = rest.length
  if (calendars.length === 0) return { busy: [], unknownZones: [], odd }
  const read = readCalendar({ ...file, bytes: new TextEncoder().encode(calendars.join('\r\n')) })
  return { ...read, odd: read.odd + odd }
}

function isCalendar(entry: string): boolean {
  return /^BEGIN:VCALENDAR/im.test(entry) && readParts(entry) !== null
}

function resourcesOf(bytes: Uint8Array): Resource[] {
  const parser = new SaxesParser<{ xmlns: true; position: false }>({ xmlns: true, position: false })
  const resources: Resource[] = []
  const open: string[] = []
  let said: Partial<Resource> = {}
  let all: Partial<Resource> = {}
  let isRefused = false
  let text = ''
  parser.on('error', () => {
    throw unreadable()
  })
  parser.on('doctype', () => {
    // A doctype may declare entities, which could expand a few lines to gigabytes.
    throw unreadable()
  })
  parser.on('opentag', ({ local, attributes }) => {
    open.push(local)
    text = ''
    if (open.length > MAX_DEPTH) throw unreadable()
    if (local === 'response') all = {}
    if (local === 'propstat') {
      said = {}
      isRefused = false
    }
    if (local === 'calendar' && open.at(-2) === 'resourcetype') said.isCalendar = true
    if (local === 'comp') (said.components ??= []).push(String(attributes['name']?.value))
  })
  const hear = (heard: string) => {
    text += heard
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', ({ local }) => {
    open.pop()
    note(said, local, open.at(-1), text)
    if (local === 'href' && open.at(-1) === 'response') all.href = text.trim()
    // Zimbra and Xandikos send it before the properties.
    if (local === 'status' && open.at(-1) === 'propstat') isRefused = !/ 2\d\d\b/.test(text)
    if (local === 'propstat' && !isRefused) all = { ...all, ...said }
    if (local === 'response' && all.href !== undefined) resources.push({ ...nothing, ...all, href: all.href })
    if (resources.length > MOST_RESOURCES) throw unreadable()
    text = ''
  })
  parser.write(new TextDecoder().decode(bytes)).close()
  return resources
}

const nothing = {
  name: null,
  isCalendar: false,
  components: null,
  principal: null,
  home: null,
  tag: null,
  entries: '',
} satisfies Omit<Resource, 'href'>

function note(said: Partial<Resource>, name: string, within: string | undefined, text: string): void {
  if (name === 'displayname') said.name = text.trim()
  if (name === 'getctag') said.tag = text.trim()
  if (name === 'calendar-data') said.entries = text
  if (name === 'href' && within === 'current-user-principal') said.principal = text.trim()
  if (name === 'href' && within === 'calendar-home-set') said.home ??= text.trim()
}

function unreadable(): AppError {
  return new AppError('invalid', 'The server did not answer as a calendar server does.')
}
