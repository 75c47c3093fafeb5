import type { ComponentType } from 'react'

/** Maps each island's name to its module. Only this file names the features' islands. */
export const islands: Readonly<Record<string, () => Promise<ComponentType<never>>>> = {
  'booking-picker': () =>
    import('#app/features/bookings/visitor/booking-picker.island.tsx').then((module) => module.BookingPicker),
  chat: () => import('#app/features/chat/widget/chat.island.tsx').then((module) => module.ChatWidget),
  'embedded-chat': () =>
    import('#app/features/chat/embed/embedded-chat.island.tsx').then((module) => module.EmbeddedChat),
  'contact-form': () =>
    import('#app/features/leads/form/contact-form.island.tsx').then((module) => module.ContactForm),
  'passkey-sign-in': () =>
    import('#app/features/auth/pages/passkey-sign-in.island.tsx').then((module) => module.PasskeySignIn),
  'time-zone': () =>
    import('#app/features/auth/pages/time-zone.island.tsx').then((module) => module.TimeZone),
  'trial-chat': () =>
    import('#app/features/site-trial/questions/trial-chat.island.tsx').then((module) => module.TrialChat),
  'trial-progress': () =>
    import('#app/features/site-trial/page/trial-progress.island.tsx').then((module) => module.TrialProgress),
  'sample-assistant': () =>
    import('#app/features/content/blocks/sample-assistant/sample-assistant.island.tsx').then(
      (module) => module.SampleAssistant,
    ),
  'video-player': () =>
    import('#app/features/content/blocks/video/video-player.island.tsx').then((module) => module.VideoPlayer),
  'voice-calculator': () =>
    import('#app/features/content/blocks/calculators/voice-calculator.island.tsx').then(
      (module) => module.VoiceCalculator,
    ),
  'voice-call': () =>
    import('#app/features/content/blocks/voice-samples/voice-call.island.tsx').then(
      (module) => module.VoiceCall,
    ),
  'workflow-calculator': () =>
    import('#app/features/content/blocks/calculators/workflow-calculator.island.tsx').then(
      (module) => module.WorkflowCalculator,
    ),
  'workflow-run': () =>
    import('#app/features/content/blocks/workflow-run/workflow-run.island.tsx').then(
      (module) => module.WorkflowRun,
    ),
}

export const enhancements: Readonly<Record<string, () => Promise<(element: HTMLElement) => void>>> = {
  orb: () => import('#app/features/content/blocks/orb/orb.ts').then((module) => module.startOrb),
}
