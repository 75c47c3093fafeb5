import type { AppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

const owner = { email: 'owner@bench.example', password: 'a phrase only for the bench' }

export const ownerEnv = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }

/** Signs in, and returns a function that requests a page or posts a form as the owner. It throws if refused. */
export async function signIn({
  url,
}: AppServer): Promise<(path: string, form?: BodyInit) => Promise<Response>> {
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', body, headers: { origin: url, ...headers }, redirect: 'manual' })
  const signedIn = await post('/admin/login', new URLSearchParams(owner))
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return async (path, form) => {
    const response = await (form ? post(path, form, { cookie }) : fetch(url + path, { headers: { cookie } }))
    if (response.status >= 400) throw new Error(`${path} answered ${response.status}.`)
    return response
  }
}

/**
 * Uploads a file of posts, and imports all of them after the preview.
 * @returns what became of it, or why it could not be read
 */
export async function importPosts(
  ask: (path: string, form?: BodyInit) => Promise<Response>,
  { file, base = '' }: { file: Uint8Array; base?: string },
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(file)], 'posts'))
  form.set('base', base)
  const path = (await ask('/admin/blog/transfer', form)).headers.get('location') ?? ''
  type State = { state: string; imported: number; done: number; failure: string | null }
  const stateOf = async () => (await (await ask(`${path}/state`)).json()) as State
  let now = await stateOf()
  const hasLeft = (state: string) => async () => {
    now = await stateOf()
    return now.state !== state
  }
  await until('the file is read', hasLeft('reading'), 600_000)
  if (now.state === 'ready') {
    await ask(path, new URLSearchParams({ intent: 'import', redirects: 'on' }))
    await until('the posts are imported', hasLeft('importing'), 600_000)
  }
  return now.failure ?? `${now.imported} of ${now.done} taken`
}

/** Stores a key, so that the assistant answers. The server's environment sets the provider's address. */
export async function storeKey(app: AppServer): Promise<void> {
  const post = await signIn(app)
  const fields = { intent: 'save', provider: 'openai', model: 'gpt-5-nano', apiKey: 'a-key-for-the-bench' }
  await post('/admin/api', new URLSearchParams(fields))
}
