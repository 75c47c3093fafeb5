import type { ComponentType } from 'react'

/** Every island: its name in the page to the module that wakes it. The one place that names features' islands. */
export const islands: Readonly<Record<string, () => Promise<ComponentType<never>>>> = {
  'contact-form': () =>
    import('#app/features/leads/form/contact-form.island.tsx').then((module) => module.ContactForm),
}
