import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createOauthApp } from '#tests/support/oauth-app.ts'

import { findings } from './axe.ts'
import { expect, owner, test } from './fixtures.ts'

/** Registers an app on this computer, and serves the page to which it redirects the member. */
async function startApp(url: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Back</title><link rel="icon" href="data:,"><h1>Back in the app</h1>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const name = `App <b>${randomUUID().slice(0, 8)}</b>`
  const app = await createOauthApp(url, { appName: name, redirectUri: `http://127.0.0.1:${port}/callback` })
  return { ...app, name, stop: () => server.close() }
}

test('a member signs in, allows an app some of what it asks for, and disconnects it', async ({
  page,
  ownerPage,
  app,
}) => {
  const own = await startApp(app.url)
  await page.goto(own.consentAddress({ scope: 'leads.read leads.write content.write' }))
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Connect an app' })).toBeVisible()
  await expect(page.getByText(own.name, { exact: true })).toBeVisible()
  await expect(page.getByText(`${owner.email} (Owner)`)).toBeVisible()
  expect(await findings(page)).toEqual([])
  const posts = page.getByRole('checkbox', { name: 'Read, write and publish posts, and change facts' })
  await expect(posts).toBeChecked()
  await posts.uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible()

  const { access_token, scope } = await own.exchange(new URL(page.url()).searchParams.get('code') ?? '')
  expect(scope).toBe('leads.read leads.write')
  expect((await own.callTool('list_leads', {}, access_token)).status).toBe(200)
  expect((await own.callTool('create_post', {}, access_token)).status).toBe(403)

  await ownerPage.goto('/admin/account')
  const apps = ownerPage.getByRole('region', { name: 'Connected apps' })
  const row = apps.getByRole('listitem').filter({ hasText: own.name })
  await expect(row.getByText('Read leads and people, with their messages and addresses')).toBeVisible()
  await apps.getByRole('button', { name: `Revoke the access of ${own.name}` }).click()
  await expect(ownerPage.getByRole('status').getByText('App disconnected')).toBeVisible()
  await expect(apps.getByText(own.name)).toHaveCount(0)
  expect((await own.callTool('list_leads', {}, access_token)).status).toBe(401)
  own.stop()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a member must choose something, or refuses', async ({ ownerPage, app, expectedConsole }) => {
    expectedConsole.push('400')
    const own = await startApp(app.url)
    await ownerPage.goto(own.consentAddress({ scope: 'leads.read' }))
    await ownerPage.getByRole('checkbox').uncheck()
    await ownerPage.getByRole('button', { name: 'Allow' }).click()
    await expect(ownerPage.getByRole('alert')).toHaveText('Please choose what the app may do, or refuse it.')
    await ownerPage.getByRole('button', { name: 'Refuse' }).click()
    await expect(ownerPage.getByRole('heading', { name: 'Back in the app' })).toBeVisible()
    expect(new URL(ownerPage.url()).searchParams.get('error')).toBe('access_denied')
    own.stop()
  })
})
