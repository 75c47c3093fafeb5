type Asked = {
  /** Of the page on which the member is asked. */
  address: string
  cookie: string
}

/** What the page carries against answers that were not made on it. */
export async function sealOf({ address, cookie }: Asked): Promise<string> {
  const page = await (await fetch(address, { headers: { cookie }, redirect: 'manual' })).text()
  return /name="seal" value="([\w-]+)"/.exec(page)?.[1] ?? ''
}

/** Answers as a member: `location` is the address to which the app's answer is sent, or null where there is none. */
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
