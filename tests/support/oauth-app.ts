import { createHash, randomBytes } from 'node:crypto'

import { assertDefined } from '#app/lib/assert-defined.ts'

export type Tokens = { access_token: string; refresh_token: string; scope: string }

/** Registers an app as the MCP specification describes, discovering everything from a tool's refusal. */
export async function createOauthApp(
  url: string,
  { appName = 'A test app', redirectUri = 'http://127.0.0.1:5173/callback' } = {},
) {
  const refused = await callTool('list_leads', {})
  const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
  const resource = await read(assertDefined(where, 'a refusal names it'))
  const [issuer] = resource.authorization_servers
  const server = await read(`${issuer}/.well-known/oauth-authorization-server`)
  const client = await register({ client_name: appName, redirect_uris: [redirectUri] })
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')

  return { resource, server, client, verifier, callTool, register, consentAddress, exchange, refresh, revoke }

  async function register(metadata: object) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(server.registration_endpoint, {
      method: 'POST',
      headers,
      body: JSON.stringify(metadata),
    })
    return response.json()
  }

  /** Returns the address of the consent page; null leaves a parameter out. */
  function consentAddress(changed: Record<string, string | null> = {}): string {
    const all: Record<string, string | null> = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'any state',
      resource: resource.resource,
      ...changed,
    }
    const sent = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
    return `${server.authorization_endpoint}?${new URLSearchParams(sent)}`
  }

  function callTool(name: string, input: object, token?: string): Promise<Response> {
    return fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    })
  }

  async function exchange(code: string): Promise<Tokens> {
    return tokensOf({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
  }

  async function refresh(token: string): Promise<Tokens> {
    return tokensOf({ grant_type: 'refresh_token', refresh_token: token })
  }

  async function revoke(token: string): Promise<number> {
    return (await post(server.revocation_endpoint, { token })).status
  }

  async function tokensOf(fields: Record<string, string>): Promise<Tokens> {
    const response = await post(server.token_endpoint, { ...fields, resource: resource.resource })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error)
    return answer
  }

  function post(address: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: client.client_id, ...fields })
    return fetch(address, { method: 'POST', body })
  }
}

async function read(address: string) {
  return (await fetch(address)).json()
}
