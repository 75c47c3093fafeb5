import type { ComponentType } from 'react'

/** Maps each island's name in the page to its module. This is the only place that names the features' islands. */
export const islands: Readonly<Record<string, () => Promise<ComponentType<never>>>> = {
  'booking-picker': () =>
    import('#app/features/bookings/visitor/booking-picker.island.tsx').then((module) => module.BookingPicker),
  chat: () => import('#app/features/chat/widget/chat.island.tsx').then((module) => module.ChatWidget),
  'contact-form': () =>
    import('#app/features/leads/form/contact-form.island.tsx').then((module) => module.ContactForm),
  'passkey-sign-in': () =>
    import('#app/features/auth/pages/passkey-sign-in.island.tsx').then((module) => module.PasskeySignIn),
  'voice-calculator': () =>
    import('#app/features/content/blocks/calculators/voice-calculator.island.tsx').then(
      (module) => module.VoiceCalculator,
    ),
  'workflow-calculator': () =>
    import('#app/features/content/blocks/calculators/workflow-calculator.island.tsx').then(
      (module) => module.WorkflowCalculator,
    ),
}

export const enhancements: Readonly<Record<string, () => Promise<(element: HTMLElement) => void>>> = {
  orb: () => import('#app/features/content/blocks/orb/orb.ts').then((module) => module.startOrb),
}
