/** Texts about the site for search engines, assistants and installed apps. */
export const foundEn = {
  summary:
    '{siteName} is an AI agency for businesses worldwide. It builds voice agents, chatbots, workflow automations, websites and videos, works in {languages} languages and replies within {replyWithin}.',
  details:
    'The first consultation is free. Inquiries go through the contact form or by e-mail to {contactEmail}; a person replies within {replyWithin}, {hours}. Prices are in {currencyName}.',
  sections: {
    services: 'Services',
    company: 'Company',
    blog: 'Blog',
    legal: 'Optional',
  },
  ready: 'Ready in {timeline}.',
  cost: 'Price: {price}.',
}

export type FoundMessages = typeof foundEn
