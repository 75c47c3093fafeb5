import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../app/routes.ts'

import { accountSurfaces } from './account-surface.ts'
import type { Who } from './attacker.ts'
import { chatSurfaces, inquiry } from './chat-surface.ts'
import { mailSurfaces } from './mail-surface.ts'
import { bookingsSurfaces } from './bookings-surface.ts'
import { bulkForms, peopleSurfaces } from './people-surface.ts'
import { analyticsSurfaces } from './analytics-surface.ts'
import { otherSurfaces, programSurfaces } from './program-surface.ts'
import { qualitySurfaces } from './quality-surface.ts'
import { settingsSurfaces } from './settings-surface.ts'
import { siteSurfaces } from './site-surface.ts'
import { trialSurfaces } from './trial-surface.ts'

export type Surface = {
  query?: readonly string[]
  /** Forms with valid values, as a browser would send them. */
  forms?: readonly Readonly<Record<string, string>>[]
  json?: Readonly<Record<string, unknown>>
  file?: string
  method?: string
}

export type RouteSurface = Surface & { path: string; who: Who }

const post = {
  title: 'A post',
  slug: '',
  content: 'Text.',
  excerpt: '',
  imageUrl: '',
  imageAlt: '',
  tags: 'one, two',
  language: 'ar',
  author: 'Ada Lovelace',
  publishAt: '',
  version: '0',
}
const block = { id: 'head', type: 'page-head', version: 1, props: { title: 'Any text', text: '{hours}' } }
const none: Surface = {}
const list = ['q', 'page', 'status', 'sort', 'folder', 'state', 'what', 'kind', 'outcome']
const leadList = [...list, 'assignee', 'due', 'min', 'max', 'tag']

/** Every path of routes.ts. A missing or surplus one fails the run. */
const surfaces: Readonly<Record<string, Surface>> = {
  '/': none,
  '/blog': { query: ['page'] },
  '/blog/search': { query: ['q', 'page'] },
  '/blog/tag/:tag': { query: ['page'] },
  '/blog/:slug': none,
  '/contact': { query: ['service', 'plan'], forms: [inquiry], file: 'file' },
  '/contact/thank-you': none,
  '/preview/:token': none,
  '/*': none,
  '/sitemap.xml': none,
  '/robots.txt': none,
  '/indexnow.txt': none,
  '/llms.txt': none,
  '/manifest.webmanifest': none,
  '/admin/manifest.webmanifest': none,
  '/blog/rss.xml': none,
  '/blog/atom.xml': none,
  '/blog/feed.json': none,
  '/blog/tag/:tag/rss.xml': none,
  '/blog/tag/:tag/atom.xml': none,
  '/blog/tag/:tag/feed.json': none,
  '/share/*': none,
  '/images/:id/:file': none,
  '/videos/:id/:file': none,
  '/knowledge/:id/document.pdf': none,
  '/speculation-rules.json': none,
  '/api/contact-form': none,
  '/api/countries': none,
  '/api/inquiries': { forms: [inquiry], file: 'file' },
  ...chatSurfaces,
  ...programSurfaces,
  ...trialSurfaces,
  ...accountSurfaces,
  '/admin/logout': { forms: [{}] },
  '/admin/api': { forms: [{ intent: 'save', provider: 'openai', model: 'gpt-4', apiKey: '', baseUrl: '' }] },
  '/admin/api/limits': { forms: [{ messagesPerMinute: '10', dailyCap: '10', prices: 'gpt-4 1 2' }] },
  '/admin/chatbot': {
    forms: [
      {
        botName: 'Bot',
        personality: 'friendly',
        responseStyle: 'concise',
        welcomeMessage: 'Hello',
        systemPrompt: 'Be kind.',
        linkDomains: 'example.com',
      },
    ],
  },
  '/admin/chatbot/openings': { forms: [{ intent: 'save', questions: 'Why?', 'pages.0.path': '/about' }] },
  '/admin/chatbot/tools': { forms: [{ tools: 'find_page book_meeting', find_page: 'on' }] },
  '/admin/chatbot/try': { json: { fields: { botName: 'Bot' }, turns: [] } },
  '/admin/conversations': { query: [...list, 'assistant', 'marked', 'speaker', 'rating', 'waiting'] },
  '/admin/conversations.csv': { query: list },
  '/admin/conversations/:id': { forms: [{ intent: 'write', message: 'Hello' }, { intent: 'translate' }] },
  '/admin/conversations/:id/transcript': { query: ['as'] },
  '/admin/conversations/:id/events': none,
  ...mailSurfaces,
  ...bookingsSurfaces,
  ...peopleSurfaces,
  ...qualitySurfaces,
  ...analyticsSurfaces,
  '/admin/blog': { query: list, forms: [{ intent: 'save', ...post }] },
  '/admin/blog/export.zip': none,
  '/admin/blog/suggestion': { forms: [{ ...post, suggestion: 'title', outline: 'An outline' }] },
  '/admin/blog/transfer': { forms: [{ base: 'https://old.example' }], file: 'file' },
  '/admin/blog/imports/parts': {
    forms: [{ import: '', part: '0', size: '1000', base: '' }],
    file: 'file',
  },
  '/admin/blog/imports/:id': {
    query: ['page'],
    forms: [
      { intent: 'change', change: 'draft', all: 'on', page: '1', 'seen-0': '1', 'chosen-0': 'on' },
      { intent: 'next', page: '1' },
      { intent: 'previous', page: '2' },
      { intent: 'import', redirects: 'on' },
      { intent: 'cancel' },
    ],
  },
  '/admin/blog/imports/:id/state': none,
  '/admin/blog/imports/:id/report.csv': none,
  '/admin/blog/draft': { forms: [post] },
  '/admin/blog/:id': {
    forms: [
      { intent: 'save', ...post },
      { intent: 'restore', revision: 'x' },
      { intent: 'version', language: 'de' },
      { intent: 'translate' },
      { intent: 'checked' },
    ],
  },
  '/admin/blog/:id/preview': none,
  '/admin/images': { forms: [{}], file: 'file' },
  '/admin/videos': { forms: [{ video: '', part: '0', size: '12' }], file: 'file' },
  '/admin/knowledge': {
    query: [...list, 'question', 'tab'],
    forms: [
      { intent: 'text', title: 'A text', text: 'Some text.' },
      { intent: 'dismiss', id: 'x' },
    ],
  },
  '/admin/knowledge/pdfs': { forms: [{ public: '1' }], file: 'file' },
  '/admin/knowledge/readings': none,
  '/admin/knowledge/:id': {
    query: ['page', 'q'],
    forms: [
      { intent: 'rename', title: 'A title' },
      { intent: 'share', public: '1' },
      { intent: 'place', collections: 'site' },
    ],
  },
  '/admin/attachments/:id': none,
  '/admin/inquiry-files/:id': none,
  '/admin/replies': {
    forms: [{ lead: 'some-id', key: '0190aaaa-0000-7000-8000-000000000000', text: 'Dear Ada' }],
    file: 'files',
  },
  '/admin/replies/draft': { forms: [{ lead: 'some-id', text: 'Dear Ada' }] },
  '/admin/assistant': {
    forms: [
      {
        intent: 'confirm',
        id: '0190aaaa-0000-7000-8000-000000000000',
        action: 'change_lead',
        input: '{"id":"some-id"}',
      },
      { intent: 'undo', action: 'create_lead', input: '{"id":"some-id"}' },
    ],
  },
  '/admin/assistant/answer': { forms: [{ turns: '[{"role":"user","content":"Hello"}]' }] },
  '/admin/replies/translation': {
    forms: [
      { lead: 'some-id', text: 'Dear Ada' },
      { conversation: 'some-id', text: 'Dear Ada' },
    ],
  },
  '/admin/replies/suggestion': { forms: [{ lead: 'some-id', text: 'Dear Ada' }] },
  '/admin/leads': {
    query: leadList,
    forms: [
      ...bulkForms,
      { intent: 'save-view', name: 'Late', query: 'due=overdue' },
      { intent: 'delete-view', view: 'some-id' },
    ],
  },
  '/admin/leads.csv': { query: leadList },
  '/admin/audit': { query: list },
  '/admin/audit.csv': { query: list },
  '/admin/outbox': {
    query: ['state', 'page'],
    forms: [{ intent: 'resend', pick: 'some-id', all: '', state: 'failed', address: 'ada@example.com' }],
  },
  '/admin/undo': { forms: [{ intent: 'lead', id: 'any', stay: '1' }] },
  '/admin/outbox/:id': { forms: [{ intent: 'resend' }] },
  '/admin/privacy': { forms: [{ intent: 'find', address: 'ada@example.com' }] },
  '/admin/privacy/erasures.jsonl': none,
  '/admin/privacy/export': { forms: [{ address: 'ada@example.com' }] },
  '/admin/pages': {
    query: [...list, 'new', 'deleted'],
    forms: [
      { intent: 'create', name: 'Team', path: '/team', kind: 'page', copyOf: 'about' },
      { intent: 'restore', id: 'about', path: '/about' },
      { intent: 'up', id: 'about', listed: '' },
    ],
  },
  '/admin/pages/:id/details': {
    forms: [
      {
        intent: 'save',
        version: '1',
        name: 'Team',
        metaTitle: 'Our team',
        description: 'Who we are.',
        shareTitle: 'Our team',
        noindex: 'on',
        'service.priceFrom': '900',
      },
      { intent: 'move', path: '/team' },
      { intent: 'schedule', publishAt: '2030-01-01T09:00' },
      { intent: 'preview', days: '7' },
      { intent: 'revoke', link: 'some-id' },
    ],
  },
  '/admin/pages/:id/revisions': { query: ['revision'], forms: [{ intent: 'restore', revision: 'x' }] },
  '/admin/pages/:id': { forms: [{ intent: 'publish', version: '1' }, { intent: 'checked' }] },
  '/admin/pages/:id/frame': { json: { blocks: [block] } },
  '/admin/pages/:id/draft': { json: { version: 1, document: { name: 'About', blocks: [block] } } },
  ...siteSurfaces,
  '/admin/facts': {
    forms: [
      { intent: 'save', 'fact.hours': '24/7', newName: 'founded', newTitle: 'Founded', newValue: '1999' },
    ],
  },
  ...settingsSurfaces,
  '/admin/*': none,
}

export function fill(path: string, open = 'some-id'): string {
  return path.replaceAll(/:\w+|\*/g, () => open)
}

/** @throws {Error} for a route that is not listed, or a listed one that does not exist */
export function allSurfaces(): RouteSurface[] {
  const found = routes.flatMap((entry) => pathsOf(entry, '', isGuard(entry)))
  const missing = found
    .filter(({ path, takes }) => !(path in surfaces) || (takes && !isTaking(surfaces[path])))
    .map(({ path }) => `no grammar for ${path}`)
  const known = new Set(found.map(({ path }) => path))
  const stale = Object.keys(surfaces)
    .filter((path) => !known.has(path))
    .map((path) => `no route for the grammar of ${path}`)
  if (missing.length + stale.length > 0)
    throw new Error(`${[...missing, ...stale].join('\n')}\nPlease correct attack/surface.ts.`)
  return [...found.map(({ path, who }) => ({ path, who, ...surfaces[path] })), ...otherSurfaces]
}

function isTaking(surface: Surface | undefined): boolean {
  return surface?.forms !== undefined || surface?.json !== undefined
}

function isGuard({ id, file }: RouteConfigEntry): boolean {
  return id === 'admin-layout' || file.endsWith('/require-owner.route.ts')
}

type FoundRoute = { path: string; who: Who; takes: boolean }

function pathsOf(entry: RouteConfigEntry, base: string, guarded: boolean): FoundRoute[] {
  const path = entry.path === undefined ? base : `${base}/${entry.path}`
  const own = entry.index === true || (entry.path !== undefined && !entry.children)
  const below = (entry.children ?? []).flatMap((child) => pathsOf(child, path, guarded || isGuard(child)))
  if (!own) return below
  const code = readFileSync(join(import.meta.dirname, '../app', entry.file), 'utf8')
  const takes = /^export (async )?(function|const) action\b/m.test(code)
  return [{ path: path || '/', who: guarded ? 'owner' : 'stranger', takes }, ...below]
}
