import { rootOfLanguage, type SiteLanguage } from '#app/lib/languages.ts'
import { alwaysOpen } from '#app/lib/business-hours.ts'
import { starterIcons } from '#app/lib/look.ts'
import type { Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import {
  CONNECTIONS_KEY,
  findSender,
  mailFromOf,
  noSender,
  type Sender,
} from '#app/platform/email/mail-connections.server.ts'
import { type Env, starterSite } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { FIRST_TIME_ZONE_KEY, readFirstTimeZone } from '#app/platform/settings/first-time-zone.server.ts'
import { MAIN_LANGUAGE_KEY, readMainLanguage } from '#app/platform/settings/main-language.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import { lookOf } from '../brand/brand-sheet.server.ts'
import { type Brand, isStarterBrand, starterBrand } from '../brand/brand-schema.ts'
import { brandSetting } from '../brand/brand.server.ts'

import { iconAddresses } from '../brand/icons/brand-icons.server.ts'
import { brandPictures, type BrandPictures, picturesOf } from '../brand/logo/brand-pictures.server.ts'

import { siteLanguages } from '../languages/site-languages.server.ts'

import { fieldsOfHours, withHours } from './hours-fields.ts'
import { type SiteSettings, siteSettings } from './site-settings.server.ts'

/**
 * Returns a reader of the site's identity, which is cached until it changes. The owner's saved values replace those of
 * the environment. While the database is unreachable, the last known values are used.
 */
export function createSiteIdentity(env: Env, signals: Signals, log: Log): Ctx['site'] {
  const first: NonNullable<SiteSettings> = {
    siteName: env.site.name,
    contactEmail: env.site.contactEmail,
    noticeEmails: [],
    socialLinkedin: env.site.socialLinkedin,
    socialX: env.site.socialX,
    socialInstagram: env.site.socialInstagram,
    timeZone: 'UTC',
    currency: 'USD',
    ...fieldsOfHours(alwaysOpen),
  }
  let known = identityOf(env, {
    site: first,
    brand: starterBrand,
    pictures: { logo: null, shareImage: null },
    sender: noSender,
    main: { tag: 'en' },
    others: [],
  })
  // Concurrent callers share a read, because the loaders of a page run in parallel and must agree.
  let reading: Promise<SiteIdentity> | null = null
  /** The result of that read; null until it finishes. */
  let current: SiteIdentity | null = null
  let begun = 0
  let newest = 0
  const forget = () => {
    reading = null
    current = null
  }
  signals.subscribe(RESYNC, forget)
  signals.subscribe(SETTINGS_TOPIC, (key) => {
    const settings = [siteSettings, siteLanguages, brandSetting, brandPictures].map((setting) => setting.key)
    if ([CONNECTIONS_KEY, MAIN_LANGUAGE_KEY, FIRST_TIME_ZONE_KEY, ...settings].includes(key)) forget()
  })

  async function find(ctx: Pick<Ctx, 'db'>): Promise<SiteIdentity> {
    return identityOf(env, {
      site: (await siteSettings.read(ctx)) ?? { ...first, timeZone: (await readFirstTimeZone(ctx)).zone },
      brand: await brandSetting.read(ctx),
      pictures: await brandPictures.read(ctx),
      sender: await findSender(ctx),
      main: await readMainLanguage(ctx),
      others: await siteLanguages.read(ctx),
    })
  }

  async function read(ctx: Pick<Ctx, 'db'>): Promise<SiteIdentity> {
    const number = (begun += 1)
    const found = await find(ctx)
    // A slower read that began earlier must not overwrite a newer result.
    if (number > newest) {
      newest = number
      known = found
    }
    return known
  }

  return async (ctx) => inLanguage(await readMain(ctx), ctx.language ?? null)

  async function readMain(ctx: Pick<Ctx, 'db'>): Promise<SiteIdentity> {
    // A transaction must not wait for a shared read: on a single connection, that read waits for the transaction.
    const mine = ctx.db.isTransaction ? null : (reading ??= read(ctx))
    try {
      if (mine === null) return current ?? (await find(ctx))
      const found = await mine
      if (reading === mine) current = found
      return found
    } catch (error) {
      if (reading === mine) reading = null
      log.warn({ error }, 'settings.unreachable')
      return known
    }
  }
}

/** A site's identity in its other languages, kept because pages compare it by reference. */
const inLanguages = new WeakMap<SiteIdentity, Map<string, SiteIdentity>>()

function inLanguage(site: SiteIdentity, language: string | null): SiteIdentity {
  if (language === null || language === site.language) return site
  const known = inLanguages.get(site) ?? new Map<string, SiteIdentity>()
  inLanguages.set(site, known)
  // A client may read another language than those of the site, whose pages have no addresses in it.
  const root = site.languages.some(({ tag }) => tag === language) ? rootOfLanguage(language) : ''
  const made = known.get(language) ?? { ...site, language, publicUrl: `${site.publicUrl}${root}` }
  known.set(language, made)
  return made
}

type Stored = {
  site: NonNullable<SiteSettings>
  brand: Brand
  pictures: BrandPictures
  sender: Sender
  main: { tag: string }
  others: readonly SiteLanguage[]
}

function identityOf(env: Env, { site, brand, pictures, sender, main, others }: Stored): SiteIdentity {
  const { files: brandFiles, ...addresses } = picturesOf(pictures)
  const look = { ...lookOf(brand), ...addresses }
  const isStarter = isStarterBrand(brand) && look.logo === null && site.siteName === starterSite.siteName
  return Object.freeze({
    ...withHours(site),
    look: {
      ...look,
      icons: isStarter ? starterIcons : iconAddresses({ siteName: site.siteName, brandFiles, look }),
    },
    brandFiles,
    language: main.tag,
    mainLanguage: main.tag,
    languages: [{ tag: main.tag, isHidden: false }, ...others.filter(({ tag }) => tag !== main.tag)],
    publicUrl: env.http.publicUrl,
    mailFrom: env.mailFrom ?? mailFromOf(site, sender),
  })
}
