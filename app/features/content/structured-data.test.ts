import { expect, test } from 'vitest'

import { starterLook } from '#app/lib/look.ts'

import { siteStructuredData } from './structured-data.ts'

test('the business and its site say who they are and refer to each other', () => {
  const site = {
    siteName: 'Agency',
    contactEmail: 'desk@agency.example',
    socialLinkedin: 'https://www.linkedin.com/company/agency',
    socialX: 'https://x.com/agency',
    socialInstagram: 'https://www.instagram.com/agency',
    publicUrl: 'https://agency.example',
    year: 2026,
    look: starterLook,
  }
  const [organization, website] = siteStructuredData(site, 'It builds.', 'en')
  expect(organization).toMatchObject({
    '@type': 'Organization',
    name: 'Agency',
    url: 'https://agency.example/',
    email: 'desk@agency.example',
    contactPoint: { '@type': 'ContactPoint', email: 'desk@agency.example' },
    sameAs: [site.socialLinkedin, site.socialX, site.socialInstagram],
  })
  expect(website).toMatchObject({
    '@type': 'WebSite',
    inLanguage: 'en',
    publisher: { '@id': 'https://agency.example/#organization' },
  })
})
