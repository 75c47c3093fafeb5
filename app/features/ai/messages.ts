import { publicTexts } from '#app/lib/messages.ts'

const en = {
  busy: 'Many visitors are asking at this moment. Please try again in a moment, or leave us your question in the contact form.',
  resting:
    'The assistant is taking a break. Please leave us your question in the contact form, and we will answer in person.',
}

export type AiMessages = typeof en

export const aiTexts = publicTexts<AiMessages>('ai', { en })
