import type { Page } from '@playwright/test'

import { expectToast } from './edit-content.ts'

/** Saves an API key, so that the assistant answers. @param owner is a page of a member who may change it */
export async function storeKey(owner: Page, provider = 'OpenAI'): Promise<void> {
  await owner.goto('/admin/api')
  await owner.getByRole('combobox', { name: 'Provider', exact: true }).selectOption(provider)
  await owner.getByRole('textbox', { name: 'API key' }).fill('sk-test-key-12345678')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expectToast(owner, 'API configuration saved successfully!')
}
