import { corporaOf } from '#tests/support/corpora.ts'

import { expect, test } from './fixtures.ts'

/** Texts that break out of places other than HTML text; the mail shows the first. */
const shapes = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '"><svg onload=window.hacked=1>',
  "javascript:window.hacked=1//'",
  '</textarea><script>window.hacked = 1</script>',
  '</title><script>window.hacked = 1</script>',
  '{{constructor.constructor("window.hacked=1")()}}',
  '\u202Egnp.exe\u202C <b onmouseover=window.hacked=1>x</b>',
]

const hostile = corporaOf('html-xss').map(({ title, isHere, cases }) => ({
  title,
  texts: isHere ? [...shapes, ...cases<{ input: string }>().map(({ input }) => input)] : [],
}))

for (const { title, texts: all } of hostile)
  test(`hostile text runs nowhere it is shown (${all.length}, ${title})`, async ({
    app,
    ownerPage,
    smtp,
    engine,
  }) => {
    test.skip(all.length === 0, title)
    test.skip(engine !== 'sqlite', 'The pages are the same over either database.')
    test.setTimeout(120_000)
    const texts = all.filter((text) => text.trim() !== '' && !text.includes('\0'))
    const pressed: string[] = []
    ownerPage.on('dialog', (dialog) => {
      pressed.push(dialog.message())
      void dialog.dismiss()
    })
    let stored = 0
    for (const [n, text] of texts.entries()) {
      const response = await fetch(`${app.url}/contact`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          name: text.slice(0, 120),
          company: text.slice(0, 160),
          email: `hostile-${n}@example.com`,
          message: `needle ${text}`.slice(0, 5000),
          service: text,
          first_page: `/?utm_source=${encodeURIComponent(text)}`,
          consent: 'on',
        }),
      })
      expect([303, 400]).toContain(response.status)
      if (response.status === 303) stored += 1
      else expect(await response.text()).not.toContain(text.slice(0, 40).includes('<script') ? text : '\0')
    }
    expect(stored).toBeGreaterThan(shapes.length / 2)

    const hacked = () => ownerPage.evaluate(() => 'hacked' in window)
    for (const folder of ['inbox', 'spam']) {
      for (let page = 1; ; page += 1) {
        await ownerPage.goto(`/admin/leads?q=needle&folder=${folder}&page=${page}`)
        expect(await hacked()).toBe(false)
        if ((await ownerPage.getByRole('link', { name: 'Next' }).count()) === 0) break
      }
      await ownerPage.goto(`/admin/leads?q=needle&folder=${folder}&sort=oldest`)
      const leads = await ownerPage
        .getByRole('table')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      for (const lead of leads.slice(0, 15)) {
        await ownerPage.goto(lead ?? '')
        expect(await hacked()).toBe(false)
      }
    }
    await ownerPage.goto('/admin/outbox')
    expect(await hacked()).toBe(false)
    expect(pressed).toEqual([])

    const mail = () => smtp.arrived.find((arrived) => arrived.html.includes('&lt;script&gt;window.hacked'))
    await expect.poll(() => mail()?.isAccepted).toBe(true)
    for (const { html } of smtp.arrived) expect(html).not.toMatch(/<script|<svg onload|onerror="window/i)
  })
