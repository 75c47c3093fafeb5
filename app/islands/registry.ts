import type { ComponentType } from 'react'

/** Every island: its name in the page to the module that wakes it. The one place that names features' islands. */
export const islands: Readonly<Record<string, () => Promise<ComponentType<never>>>> = {
  chat: () => import('#app/features/chat/widget/chat.island.tsx').then((module) => module.ChatWidget),
  'contact-form': () =>
    import('#app/features/leads/form/contact-form.island.tsx').then((module) => module.ContactForm),
  'voice-calculator': () =>
    import('#app/features/content/blocks/calculators/voice-calculator.island.tsx').then(
      (module) => module.VoiceCalculator,
    ),
  'workflow-calculator': () =>
    import('#app/features/content/blocks/calculators/workflow-calculator.island.tsx').then(
      (module) => module.WorkflowCalculator,
    ),
}

/** What makes an element with `data-enhance` richer by itself, without React: its name to the function that starts it. */
export const enhancements: Readonly<Record<string, () => Promise<(element: HTMLElement) => void>>> = {
  orb: () => import('#app/features/content/blocks/orb/orb.ts').then((module) => module.startOrb),
}
