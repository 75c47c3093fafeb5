/** What search engines, assistants and installed icons are told of the site. */
export const foundEn = {
  summary:
    '{siteName} is an AI agency for businesses worldwide. It builds voice agents, chatbots, workflow automations, websites and videos, works in 140+ languages and replies within 1 hour.',
  details:
    'The first consultation is free. Inquiries go through the contact form or by e-mail to {contactEmail}; a person replies within 1 hour, 24/7. Prices are in US dollars.',
  sections: {
    services: 'Services',
    company: 'Company',
    blog: 'Blog',
    legal: 'Optional',
  },
  facts: 'Ready in {timeline}. Price: {price}.',
}

export type FoundMessages = typeof foundEn
