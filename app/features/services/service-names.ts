import { defaultLocale, type Messages } from '#app/lib/messages.ts'

import { serviceSlugs } from './service-texts.ts'
import { servicesEn } from './services.en.ts'
import { servicesShared } from './shared.ts'

const texts: Messages<typeof servicesEn> = { en: servicesEn }

export const SEO_SLUG = 'seo-optimisation'

/** Everything that is sold, by slug; without the icons, which the server has no need of. */
export const serviceNames: ReadonlyMap<string, string> = new Map([
  ...serviceSlugs.map((slug) => [slug, texts[defaultLocale][slug].name] as const),
  [SEO_SLUG, servicesShared[defaultLocale].seo.name],
])
