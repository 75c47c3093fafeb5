import { expect, test } from './fixtures.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('the page says how fast the site is, how that was measured and when', async ({ page }) => {
      await page.goto('/services/website-development')
      const figures = page.getByRole('region', { name: 'Measured, not promised' })
      await expect(figures.getByText('Script that this page loads by itself')).toBeVisible()
      await expect(figures.getByText(/^\d(\.\d+)? kB$/)).toBeVisible()
      await expect(figures.getByText(/^As of .*20\d\d.* Renewed hourly\.$/)).toBeVisible()
    })
  })
