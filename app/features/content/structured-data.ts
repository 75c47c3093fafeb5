import type { PublicSite } from '#app/ui/use-site.ts'

/**
 * Returns the structured data of the site and its owner (schema.org Organization and WebSite).
 * @param business what the business does, in a sentence or two, and where
 */
export function siteStructuredData(
  site: Omit<PublicSite, 'year' | 'isClosed'>,
  { description, areaServed }: { description: string; areaServed: string | undefined },
  language: string,
): object[] {
  const { publicUrl, siteName, contactEmail, socialLinkedin, socialX, socialInstagram } = site
  const organization = `${publicUrl}/#organization`
  const profiles = [socialLinkedin, socialX, socialInstagram].filter(Boolean)
  return [
    {
      '@type': 'Organization',
      '@id': organization,
      name: siteName,
      url: `${publicUrl}/`,
      logo: { '@type': 'ImageObject', ...logoOf(site) },
      description,
      email: contactEmail,
      ...(areaServed && { areaServed }),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'sales',
        email: contactEmail,
        url: `${publicUrl}/contact`,
      },
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
    {
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name: siteName,
      url: `${publicUrl}/`,
      inLanguage: language,
      publisher: { '@id': organization },
    },
  ]
}

function logoOf({ publicUrl, look }: Pick<PublicSite, 'publicUrl' | 'look'>) {
  const { png, width, height } = look.logo ?? { png: look.icons.large, width: 512, height: 512 }
  return { url: `${publicUrl}${png}`, width, height }
}
