export const testOwner = { email: 'owner@agency.test', password: 'a phrase only for tests' }

/** Signs in as the owner and returns the cookie header of the session. */
export async function signInByHttp(url: string): Promise<string> {
  const response = await fetch(`${url}/admin/login`, {
    method: 'POST',
    body: new URLSearchParams(testOwner),
    headers: { origin: url },
    redirect: 'manual',
  })
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0]
  if (response.status !== 303 || !cookie) throw new Error(`Sign-in answered ${response.status}.`)
  return cookie
}
