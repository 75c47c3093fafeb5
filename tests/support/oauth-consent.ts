type Asked = {
  /** The address of the consent page. */
  address: string
  cookie: string
}

/** Returns the consent page's seal, which guards against forged answers. */
export async function sealOf({ address, cookie }: Asked): Promise<string> {
  const page = await (await fetch(address, { headers: { cookie }, redirect: 'manual' })).text()
  return /name="seal" value="([\w-]+)"/.exec(page)?.[1] ?? ''
}

/** Answers as a member; `location` is the address that receives the app's response, or null. */
export async function answerConsent(
  asked: Asked,
  scopes: readonly string[],
  intent: 'allow' | 'refuse' = 'allow',
): Promise<{ status: number; location: URL | null }> {
  const body = new URLSearchParams({ intent, seal: await sealOf(asked) })
  for (const scope of scopes) body.append('scope', scope)
  const { origin } = new URL(asked.address)
  const headers = { cookie: asked.cookie, origin }
  const answered = await fetch(asked.address, { method: 'POST', body, headers, redirect: 'manual' })
  const location = answered.headers.get('location')
  return { status: answered.status, location: location === null ? null : new URL(location) }
}
