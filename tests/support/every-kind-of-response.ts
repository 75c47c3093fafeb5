import { attributes } from './page-html.ts'
import { signInByHttp, testOwner } from './server-under-test.ts'

type Kind = 'public' | 'admin' | 'api' | 'error' | 'asset'

/** Returns one response, by name, of each way in which the server responds. */
export async function everyKindOfResponse(
  url: string,
): Promise<{ name: string; kind: Kind; response: Response }[]> {
  const cookie = await signInByHttp(url)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers, redirect: 'manual' })
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', body, headers: { origin: url, ...headers }, redirect: 'manual' })
  const home = await (await get('/')).text()
  const [script = ''] = attributes(home, 'script', 'src')
  const links = attributes(home, 'link', 'href')
  const style = links.find((href) => href.endsWith('.css')) ?? ''
  const font = links.find((href) => href.endsWith('.woff2')) ?? ''
  const etag = (await get('/contact')).headers.get('etag') ?? ''
  const json = { 'content-type': 'application/json' }
  const message = JSON.stringify({ conversationId: null, message: 'Hello?' })

  const responses: [kind: Kind, name: string, response: Promise<Response>][] = [
    ['public', 'a page from memory', get('/')],
    ['public', 'a page made for one owner', get('/', { cookie })],
    ['public', 'a page compressed', get('/about', { 'accept-encoding': 'br' })],
    ['public', 'a page not changed', get('/contact', { 'if-none-match': etag, 'accept-encoding': 'gzip' })],
    ['public', 'a page moved', get('/contact/')],
    ['public', 'a form sent plainly and refused', post('/contact', new URLSearchParams({ name: '' }))],
    ['public', 'a feed', get('/blog/rss.xml')],
    ['public', 'robots.txt', get('/robots.txt')],
    ['public', 'a share image', get('/share/home.png')],
    ['public', 'the health check', get('/healthz')],
    ['admin', 'the login', get('/admin/login')],
    [
      'admin',
      'a failed sign-in',
      post('/admin/login', new URLSearchParams({ email: 'a@b.dev', password: 'x' })),
    ],
    ['admin', 'a sign-in', post('/admin/login', new URLSearchParams(testOwner))],
    ['admin', 'a page without a session', get('/admin/leads')],
    ['admin', 'a page', get('/admin/leads', { cookie })],
    ['admin', 'a page’s data', get('/admin/leads.data', { cookie })],
    ['admin', 'an export', get('/admin/leads.csv', { cookie })],
    ['admin', 'the audit log', get('/admin/audit', { cookie })],
    ['admin', 'a page that is not there', get('/admin/leads/none', { cookie })],
    ['admin', 'a write without an origin', post('/admin/settings', '', { cookie, origin: '' })],
    ['api', 'what forms ask for', get('/api/contact-form')],
    ['api', 'what the assistant is called', get('/api/chat')],
    ['api', 'a stream', post('/api/chat', message, json)],
    ['api', 'a conversation that is not there', get('/api/chat/none')],
    ['api', 'a page view', post('/api/pulse', JSON.stringify({ u: '/', r: '', z: 'UTC', w: false }))],
    ['api', 'a page view that is none', post('/api/pulse', '{}')],
    ['api', 'bad JSON', post('/api/chat', '{', json)],
    ['error', 'a page that is not there', get('/nowhere')],
    ['error', 'an asset that is not there', get('/assets/none.js')],
    ['error', 'a write from another site', post('/contact', '', { origin: 'https://evil.example' })],
    ['error', 'a body too large', post('/contact', 'x'.repeat(13 * 1024 * 1024))],
    ['asset', 'a script', get(script)],
    ['asset', 'a script compressed ahead', get(script, { 'accept-encoding': 'br' })],
    ['asset', 'a style', get(style)],
    ['asset', 'a font', get(font)],
    ['asset', 'an icon', get('/favicon.svg')],
  ]
  return Promise.all(
    responses.map(async ([kind, name, response]) => ({ kind, name, response: await response })),
  )
}
