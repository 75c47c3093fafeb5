import { expect, test } from 'vitest'

import { starterLook } from '#app/lib/look.ts'

import { siteStructuredData } from './page-structured-data.ts'

test('the business and its site say who they are and refer to each other', () => {
  const site = {
    siteName: 'Agency',
    language: 'en',
    contactEmail: 'desk@agency.example',
    socialLinkedin: 'https://www.linkedin.com/company/agency',
    socialX: 'https://x.com/agency',
    socialInstagram: 'https://www.instagram.com/agency',
    publicUrl: 'https://agency.example',
    year: 2026,
    look: starterLook,
  }
  const [organization, website] = siteStructuredData(site, {
    description: 'It builds.',
    areaServed: 'Worldwide',
  })
  expect(organization).toMatchObject({
    '@type': 'Organization',
    name: 'Agency',
    url: 'https://agency.example/',
    email: 'desk@agency.example',
    areaServed: 'Worldwide',
    contactPoint: { '@type': 'ContactPoint', email: 'desk@agency.example' },
    sameAs: [site.socialLinkedin, site.socialX, site.socialInstagram],
  })
  expect(website).toMatchObject({
    '@type': 'WebSite',
    inLanguage: 'en',
    publisher: { '@id': 'https://agency.example/#organization' },
  })
})

test('empty fields are left out', () => {
  const site = {
    siteName: 'Agency',
    language: 'en',
    contactEmail: 'desk@agency.example',
    publicUrl: 'https://agency.example',
  }
  const social = { socialLinkedin: '', socialX: 'https://x.com/agency', socialInstagram: '' }
  const business = { description: 'It builds.', areaServed: '' }
  const [one] = siteStructuredData({ ...site, ...social, look: starterLook }, business)
  expect(one).toMatchObject({ sameAs: ['https://x.com/agency'] })
  expect(one).not.toHaveProperty('areaServed')
  const [none] = siteStructuredData({ ...site, ...social, socialX: '', look: starterLook }, business)
  expect(none).not.toHaveProperty('sameAs')
})
