import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

test('a suggestion is written, accepted into its field, and a failed one says why', async ({
  ownerPage,
  ai,
}) => {
  await storeKey(ownerPage)

  await ownerPage.goto('/admin/blog')
  const content = ownerPage.getByRole('textbox', { name: 'Content' })
  await content.fill('People call at night.')
  await ownerPage.getByText('Help with writing').click()
  const suggestion = ownerPage.getByRole('region', { name: 'Suggestion' })
  ai.behave({ kind: 'reply', text: '"Who answers at night?"\n' })
  await ownerPage.getByRole('button', { name: 'Suggest a title' }).click()
  await expect(suggestion).toContainText('Written by a model: please check it.')
  await expect(ownerPage.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  await suggestion.getByRole('button', { name: 'Accept' }).click()
  await expect(ownerPage.getByRole('textbox', { name: 'Title' })).toHaveValue('Who answers at night?')
  await expect(suggestion).toBeHidden()

  ai.behave({ kind: 'reply', text: '## Why\n\nBecause.' })
  await ownerPage.getByRole('textbox', { name: 'Outline' }).fill('Why, in short')
  await ownerPage.getByRole('button', { name: 'Write a first draft' }).click()
  await suggestion.getByRole('button', { name: 'Accept' }).click()
  await expect(content).toHaveValue('People call at night.\n\n## Why\n\nBecause.')

  ai.behave({ kind: 'error', status: 401 })
  await ownerPage.getByRole('button', { name: 'Suggest tags' }).click()
  await expect(suggestion.getByRole('alert')).toBeVisible()
  await suggestion.getByRole('button', { name: 'Dismiss' }).click()
  await expect(content).toHaveValue(/People call/)
})
