import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, owner, test } from './fixtures.ts'

test('from first visitor to first lead', { tag: '@main' }, async ({ page, smtp }) => {
  const visitor = newVisitor()

  await test.step('a visitor comes from a campaign, reads the home page and opens the contact page', async () => {
    await page.goto('/?utm_source=newsletter&utm_campaign=autumn', {
      referer: 'https://news.example.org/issue/7',
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Transform Your Business With AI Innovation',
    )
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Contact', exact: true })
      .click()
    await expect(page.getByRole('heading', { name: 'Get In Touch' })).toBeVisible()
  })

  await test.step('without consent nothing is sent', async () => {
    await fillContactForm(page, visitor)
    await page.getByRole('checkbox').uncheck()
    await page.getByRole('combobox', { name: 'Country' }).fill('germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await page.getByRole('textbox', { name: 'Phone' }).fill('030 901820')
    await page.getByRole('button', { name: 'Send Message' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Consent Required')
    await expect(alert).toContainText('Please agree to the Terms & Conditions to continue.')
  })

  await test.step('the inquiry is sent, and the form starts afresh', async () => {
    await page.getByRole('checkbox').check()
    const answered = page.waitForResponse('**/api/inquiries')
    await page.getByRole('button', { name: 'Send Message' }).click()
    expect((await answered).status()).toBe(200)
    const status = page.getByRole('status')
    await expect(status).toContainText('Message Sent!')
    await expect(status).toContainText("We'll get back to you within 1 hour.")
    await expect(page.getByRole('textbox', { name: 'Name *' })).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('')
    await expect(page.getByRole('checkbox')).not.toBeChecked()
  })

  await test.step('the owner gets the notice, the visitor a receipt', async () => {
    const findNotice = () => smtp.arrived.find((mail) => mail.subject === `New inquiry from ${visitor.name}`)
    const findReceipt = () => smtp.arrived.find((mail) => mail.envelope.to.includes(visitor.email))
    await expect.poll(() => [findNotice()?.isAccepted, findReceipt()?.isAccepted]).toEqual([true, true])
    const notice = findNotice()
    const receipt = findReceipt()
    expect(notice?.envelope.to).toEqual([owner.email])
    expect(notice?.headers).toContainEqual(['reply-to', visitor.email])
    expect(notice?.text).toContain(visitor.message)
    expect(receipt?.text).not.toContain(visitor.message)
    expect(receipt?.text).toContain('within 1 hour')
  })

  await test.step('the owner signs in and finds the lead', async () => {
    await page.goto('/admin')
    await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('form', { name: 'Admin login' }).getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Leads' }).click()
    await page.getByRole('searchbox', { name: 'Search leads' }).fill(visitor.email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=visitor/)
    await page.getByRole('link', { name: visitor.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
    for (const fact of [
      visitor.message,
      'Germany',
      '030 901820',
      'news.example.org',
      'newsletter / autumn',
      '/contact',
    ])
      await expect(page.getByText(fact, { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(2)
  })

  await test.step('and works it', async () => {
    const status = page.getByRole('radiogroup', { name: 'Status' })
    await status.getByRole('radio', { name: 'Contacted' }).check()
    await expect(page.getByText('Moved to Contacted')).toBeVisible()
    await page.getByRole('textbox', { name: 'Note' }).fill('Called back, wants a demo on Friday.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Called back, wants a demo on Friday.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Notes' }).click()
    await expect(page.getByRole('list', { name: 'Thread' }).getByRole('listitem')).toHaveText([
      /Called back, wants a demo on Friday\.$/,
    ])
    await page.reload()
    await expect(status.getByRole('radio', { name: 'Contacted' })).toBeChecked()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('form', { name: 'Admin login' })).toBeVisible()
    await page.goto('/admin/leads')
    await expect(page.getByRole('form', { name: 'Admin login' })).toBeVisible()
  })
})

test('while it is being sent the button says so and cannot be pressed again', async ({ page }) => {
  await page.goto('/contact')
  await fillContactForm(page, newVisitor())
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/inquiries', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
})

test(
  'when it cannot be sent, the words stay and the next press sends them once',
  { tag: '@main' },
  async ({ page, expectedConsole, ownerPage }) => {
    expectedConsole.push('Failed to load resource')
    const visitor = newVisitor()
    await page.clock.install()
    await page.goto('/contact')
    await fillContactForm(page, visitor)
    // The server stores it, but the response is lost.
    await page.route('**/api/inquiries', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await failed
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await page.clock.fastForward('00:05')
    await expect(page.getByRole('status')).toHaveText('The connection is slow. We keep trying.')
    await page.clock.fastForward('00:11')
    await expect(page.getByRole('alert')).toContainText('Failed to send message. Please try again.')
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('status')).toContainText('Message Sent!')
    await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
    await expect(ownerPage.getByRole('row')).toHaveCount(2)
  },
)

test('while the site cannot take it the form goes on sending, and it arrives once', async ({
  page,
  expectedConsole,
  ownerPage,
}) => {
  expectedConsole.push('Failed to load resource')
  const visitor = newVisitor()
  await page.goto('/contact')
  await fillContactForm(page, visitor)
  let sendings = 0
  await page.route('**/api/inquiries', async (route) => {
    sendings += 1
    // The second is stored, but its response is lost.
    if (sendings === 2) await route.fetch()
    if (sendings <= 3) await route.fulfill({ status: 503, body: 'No server is available.' })
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue('')
  expect(sendings).toBe(4)
  await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
  await expect(ownerPage.getByRole('row')).toHaveCount(2)
})

test(
  'a refusal is reported at its field, and nothing typed is lost',
  { tag: '@main' },
  async ({ page, expectedConsole }) => {
    expectedConsole.push('400')
    const visitor = { ...newVisitor(), email: 'someone@nowhere' }
    await page.goto('/')
    await fillContactForm(page, visitor)
    await page.getByRole('combobox', { name: 'Country' }).fill('Atlantis')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('alert')).toContainText('Error')
    const email = page.getByRole('textbox', { name: 'Email *' })
    await expect(email).toHaveAccessibleDescription(
      'Please enter an e-mail address such as name@example.com.',
    )
    await expect(email).toBeFocused()
    await expect(email).toHaveValue('someone@nowhere')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription(
      /choose a country/,
    )
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
  },
)

test('a link with a service and a plan fills them in, and they can be taken off', async ({
  page,
  ownerPage,
}) => {
  await page.goto('/contact?service=website-development&plan=professional')
  await expect(page.getByText('Website Development, Professional')).toBeVisible()
  const asked = newVisitor()
  await fillContactForm(page, asked)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toContainText('Message Sent!')
  await ownerPage.goto(`/admin/leads?q=${asked.email}`)
  await expect(ownerPage.getByText('Website Development:')).toBeVisible()

  const plain = newVisitor()
  await fillContactForm(page, plain)
  await page.getByRole('button', { name: 'Remove the service from this inquiry' }).click()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('textbox', { name: 'Name *' })).toHaveValue('')
  await ownerPage.goto(`/admin/leads?q=${plain.email}`)
  await expect(ownerPage.getByRole('link', { name: plain.name })).toBeVisible()
  await expect(ownerPage.getByText('Website Development:')).toHaveCount(0)
})
