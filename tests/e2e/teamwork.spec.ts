import type { Page } from '@playwright/test'

import type { FakeSmtpServer } from '#tests/fakes/smtp-server.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings } from './axe.ts'
import { newVisitor } from './contact-form.ts'
import { expect, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

type Invited = { owner: Page; member: Page; smtp: FakeSmtpServer }

/** Invites a second member, who accepts and signs in on `member`. */
async function joinTeam({ owner, member, smtp }: Invited, { name, email }: { name: string; email: string }) {
  await owner.goto('/admin/team')
  const form = owner.getByRole('form', { name: 'Invite' })
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('combobox', { name: 'Role' }).selectOption('sales')
  await form.getByRole('button', { name: 'Invite' }).click()
  const linkIn = () => {
    const mail = smtp.arrived.find(({ envelope }) => envelope.to.includes(email))
    return /\/admin\/invitation\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? null
  }
  await expect.poll(linkIn).not.toBeNull()
  await member.goto(linkIn() ?? '')
  await member.getByRole('textbox', { name: 'Name' }).fill(name)
  await member.getByLabel('Password', { exact: true }).fill('seven geese on a gate')
  await member.getByLabel('Confirm password').fill('seven geese on a gate')
  await member.getByRole('button', { name: 'Create account' }).click()
  await expect(member.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
}

async function openNewLead(page: Page, url: string): Promise<string> {
  const visitor = newVisitor()
  expect((await sendInquiry(url, visitor)).ok).toBe(true)
  await page.goto(`/admin/leads?q=${visitor.email}`)
  await page.getByRole('link', { name: visitor.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
  return new URL(page.url()).pathname
}

test('members who have one lead open are named to each other, until they leave', async ({
  ownerPage: page,
  page: member,
  app,
  smtp,
}) => {
  await joinTeam({ owner: page, member, smtp }, { name: 'Ana <b>Pérez', email: 'ana@agency.test' })
  const path = await openNewLead(page, app.url)
  await member.goto(path)
  await expect(page.getByText('Ana <b>Pérez is viewing this')).toBeVisible()
  await expect(member.getByText('owner@agency.test is viewing this')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await member.goto('/admin/leads')
  await expect(page.getByText('is viewing this')).toHaveCount(0)
  await member.goto(path)
  await expect(page.getByText('Ana <b>Pérez is viewing this')).toBeVisible()
  await member.close()
  await expect(page.getByText('is viewing this')).toHaveCount(0)
})

test('typing @ in a note offers members, and whoever is named finds the note under Today', async ({
  ownerPage: page,
  page: member,
  app,
  smtp,
}) => {
  await joinTeam({ owner: page, member, smtp }, { name: 'Zoë <i>Kent', email: 'zoe@agency.test' })
  const path = await openNewLead(page, app.url)
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.pressSequentially('Please call back, @zo')
  const offered = page.getByRole('listbox', { name: 'Members' }).getByRole('option')
  await expect(offered).toHaveText(['Zoë <i>Kent'])
  expect(await findings(page)).toEqual([])
  await note.press('Enter')
  await expect(note).toHaveValue('Please call back, @Zoë <i>Kent ')
  await expect(offered).toHaveCount(0)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.locator('strong').filter({ hasText: '@Zoë <i>Kent' })).toBeVisible()
  await expect
    .poll(() => smtp.arrived.filter(({ subject }) => subject.includes('mentioned you in a note')).length)
    .toBe(1)
  await member.goto('/admin')
  const need = member.getByRole('list', { name: 'Needs you' }).getByRole('listitem').filter({
    hasText: 'owner@agency.test mentioned you',
  })
  await expect(need).toContainText('Please call back, @Zoë <i>Kent')
  await need.getByRole('link', { name: 'owner@agency.test mentioned you', exact: true }).click()
  await expect(member).toHaveURL(new RegExp(`${path}$`))
})
