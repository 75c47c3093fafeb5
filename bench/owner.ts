import type { AppServer } from '../tests/support/app-server.ts'

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

/** Stores a key, so that the assistant answers. The server's environment sets the provider's address. */
export async function storeKey(app: AppServer): Promise<void> {
  const post = await signIn(app)
  const fields = { intent: 'save', provider: 'openai', model: 'gpt-5-nano', apiKey: 'a-key-for-the-bench' }
  await post('/admin/api', new URLSearchParams(fields))
}
