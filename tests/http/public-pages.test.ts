import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, test } from 'vitest'

import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import routes from '#app/routes.ts'
import { landmarksOf } from '#tests/support/landmarks.ts'
import { attributes, elements, jsonLd, textOf } from '#tests/support/page-html.ts'
import { publicPaths } from '#tests/support/public-paths.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()
const pages = new Map<string, string>()

beforeAll(async () => {
  for (const path of publicPaths) {
    const response = await fetch(`${server().url}${path}`)
    expect(response.status, path).toBe(200)
    pages.set(path, await response.text())
  }
})

const html = (path: string) => pages.get(path) ?? ''

test('the list of pages is that of the starter and of the routes', () => {
  const site = routes.find(({ id }) => id === 'site-layout')?.children ?? []
  const paths = site.flatMap(({ path, index }) => (index ? ['/'] : path === undefined ? [] : [`/${path}`]))
  const notListed = new Set(['/contact/thank-you', '/blog/search', '/book', '/try', '/api/v1', '/*'])
  const starter = starterPages.filter(({ document }) => !document.service?.isContactOnly)
  expect(
    new Set([
      ...paths.filter((path) => !path.includes(':') && !notListed.has(path)),
      ...starter.map(({ path }) => path),
    ]),
  ).toEqual(new Set(publicPaths))
})

/** Offers, prices and promises that each page must contain word for word. */
const required: Record<(typeof publicPaths)[number], readonly string[]> = {
  '/': [
    'Transform Your Business With AI Innovation',
    'Start Your AI Journey',
    'Explore AI Services',
    'Why Choose Lumivox',
    'AI Powered',
    'Voice Agents',
    'Websites',
    'Videos',
    'Workflow Automations',
    'Chatbots',
    'Explore All Services',
    'Ready to Transform?',
    '24/7',
    '1 hour',
    '140+',
    '90%',
    '80%',
    '300%',
    '40%',
  ],
  '/services': [
    'Our AI Services',
    'Website Development',
    'AI Video Production',
    'AI Voice Agents',
    'Workflow Automation',
    'AI Chatbots',
    'SEO Optimisation',
    '2–8 weeks',
    '3–5 business days',
    '1–3 business days',
    '1–2 weeks',
    '2–5 business days',
    '$2,999',
    '$299–$999 per month',
    '80–90%',
  ],
  '/services/website-development': [
    'React',
    'TypeScript',
    'Next.js',
    'Tailwind CSS',
    'Node.js',
    'MongoDB',
    'AWS',
    'AI Integration',
    'Starter',
    '$2,999',
    '5 pages',
    '30-day support',
    'Professional',
    '$5,999',
    '10 pages',
    '90-day support',
    'Enterprise',
    '$12,999',
    'Unlimited pages',
    '1-year support',
    'Get Started',
    '2–8 weeks',
  ],
  '/services/ai-video-production': ['3–5 business days', '1–2 days', 'Save 80–90%', 'Cost'],
  '/services/ai-voice-agents': [
    '$299–$999 per month',
    '$3,000–$5,000 per month',
    '99.9% uptime target',
    '90–95%',
    '140+',
    '1–3 business days',
    'Assumptions',
  ],
  '/services/workflow-automation': ['1–2 weeks', '80%', '40%', '300%', 'Assumptions', 'Platforms'],
  '/services/ai-chatbots': ['2–5 business days', 'Three smart features'],
  '/about': [
    'Mission',
    'Why Choose',
    'Cutting-edge technology',
    '24/7 availability',
    '140+ languages',
    'within 1 hour',
    'Contact Information',
  ],
  '/contact': [
    'Get In Touch',
    '24/7 AI-powered support',
    'Within 1 hour',
    'Global, remote',
    'Contact Methods',
  ],
  '/blog': ['No blog posts available yet.'],
  '/terms': [
    'Terms & Conditions',
    'Last updated November 2024',
    'Service Agreement',
    'Communication Consent',
    'Data Usage',
    'Limitation of Liability',
    'Contact',
    '50%',
    '30-day',
    '14 days',
    '48 hours',
    '1 hour',
    'monthly in advance',
  ],
  '/privacy': [
    'Privacy Policy',
    'Last updated November 2024',
    'Information Collected',
    'Use',
    'Sharing',
    'Security',
    'Rights',
    'Retention',
    'Contact',
    '12 months',
    '24 months',
    '3 years',
    '48 hours',
  ],
}

test.each(publicPaths)('%s contains the required texts', (path) => {
  const text = textOf(html(path))
  for (const words of required[path]) expect(text).toContain(words)
  expect(text).not.toMatch(/\{\w+\}|undefined|lorem ipsum/i)
})

test.each(publicPaths)('%s is valid HTML', async (path) => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
  const { results } = await validator.validateString(html(path))
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
  expect(faults).toEqual([])
})

test.each(publicPaths)('no two landmarks or regions of %s share a name', (path) => {
  const names = landmarksOf(html(path))
  expect(names).toContain('main')
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test.each(publicPaths)('%s has title, description, canonical address and cards', (path) => {
  const metas = elements(html(path), 'meta')
  const named = (name: string) =>
    metas.find((meta) => meta['name'] === name || meta['property'] === name)?.['content']
  const address = `${server().url}${path}`
  expect(named('description')?.length).toBeGreaterThan(50)
  expect(named('description')?.length).toBeLessThanOrEqual(170)
  expect(elements(html(path), 'link').find(({ rel }) => rel === 'canonical')?.['href']).toBe(address)
  expect(named('og:url')).toBe(address)
  for (const name of ['og:title', 'og:description', 'og:image', 'og:image:alt', 'twitter:card'])
    expect(named(name), name).toBeTruthy()
  expect(elements(html(path), 'html')[0]).toMatchObject({ lang: 'en', dir: 'ltr' })
  expect(html(path).match(/<h1\b/g)).toHaveLength(1)
})

test('no two pages share a title or a description', () => {
  for (const pattern of [/<title>(.*?)<\/title>/, /<meta name="description" content="(.*?)"/]) {
    const found = publicPaths.map((path) => pattern.exec(html(path))?.[1])
    expect(new Set(found).size).toBe(publicPaths.length)
  }
})

/** Fields of schema.org's types that search engines require. */
const requiredFields: Record<string, readonly string[]> = {
  Organization: ['name', 'url', 'logo', 'email', 'sameAs'],
  WebSite: ['name', 'url'],
  Service: ['name', 'description', 'url', 'provider', 'areaServed', 'serviceType'],
  FAQPage: ['mainEntity'],
  BreadcrumbList: ['itemListElement'],
}

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/services', ['BreadcrumbList']],
  ['/services/website-development', ['Service', 'BreadcrumbList', 'FAQPage']],
  ['/services/ai-video-production', ['Service', 'BreadcrumbList', 'VideoObject', 'FAQPage']],
  ['/services/ai-voice-agents', ['Service', 'BreadcrumbList']],
  ['/services/workflow-automation', ['Service', 'BreadcrumbList']],
  ['/services/ai-chatbots', ['Service', 'BreadcrumbList']],
])('%s carries structured data of %j', (path, types) => {
  const found = jsonLd(html(path))
  expect(found.map((data) => data['@type'])).toEqual(types)
  for (const data of found) {
    expect(data['@context']).toBe('https://schema.org')
    for (const field of requiredFields[String(data['@type'])] ?? [])
      expect(data[field], `${String(data['@type'])}.${field}`).toBeTruthy()
  }
})

test('structured data of offers has the plans’ prices', () => {
  const service = jsonLd(html('/services/website-development')).find((data) => data['@type'] === 'Service')
  expect(service?.['offers']).toMatchObject(
    [2999, 5999, 12_999].map((price) => ({ '@type': 'Offer', price, priceCurrency: 'USD' })),
  )
})

test('no link of the site is broken, and every anchor is there', async () => {
  const bodies = new Map<string, string>()
  const waiting = ['/']
  const broken: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (bodies.has(path)) continue
    const response = await fetch(`${server().url}${path}`)
    const body = await response.text()
    bodies.set(path, body)
    if (!response.ok) broken.push(`${path}: ${response.status}`)
    if (path.startsWith('/admin')) continue
    for (const href of attributes(body, 'a', 'href')) {
      const url = new URL(href, `${server().url}${path}`)
      if (url.origin !== server().url) {
        if (!/^(https|mailto):/.test(url.protocol)) broken.push(`${path} leads to ${href}`)
      } else waiting.push(url.pathname + url.search)
    }
  }
  for (const [path, body] of bodies)
    for (const href of attributes(body, 'a', 'href').filter((link) => /^[/#].*#|^#/.test(link))) {
      const url = new URL(href, `${server().url}${path}`)
      const target = bodies.get(url.pathname + url.search) ?? body
      if (!target.includes(`id="${url.hash.slice(1)}"`)) broken.push(`${path}: no ${href}`)
    }
  expect(broken).toEqual([])
  for (const path of publicPaths) expect([...bodies.keys()]).toContain(path)
})
