import { expect, test } from 'vitest'

import { FieldErrors } from '#app/platform/errors.ts'
import { alwaysOpen } from '#app/lib/business-hours.ts'
import { findSetting } from '#app/platform/settings/stored-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { starterBrand } from '../brand/brand-schema.ts'
import { lookOf } from '../brand/brand-sheet.server.ts'

import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

import { siteSettings } from './site-settings.server.ts'

async function nameShownBy(ctx: TestCtx): Promise<string> {
  return (await ctx.site(ctx)).siteName
}

test('without the owner nothing is saved', async () => {
  const ctx = await createTestCtx()
  await expect(siteSettings.save(ctx, siteSettingsFields())).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await findSetting(ctx, siteSettings.key)).toBeUndefined()
})

test('what is saved is shown from then on', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await nameShownBy(ctx)).toBe('Lumivox')
  const fields = siteSettingsFields({
    siteName: '  Voices & Co  ',
    noticeEmails: 'one@agency.dev\r\ntwo@agency.dev; three@agency.dev,\n',
    timeZone: 'Europe/Berlin',
    Monday: '9 – 12; 13-17:30',
    Sunday: '',
    closedOn: '2026-12-25\n2026-12-26',
  })
  await siteSettings.save(ctx, fields)
  await eventually(async () => expect(await nameShownBy(ctx)).toBe('Voices & Co'))
  expect(await ctx.site(ctx)).toEqual({
    siteName: 'Voices & Co',
    contactEmail: fields['contactEmail'],
    noticeEmails: ['one@agency.dev', 'two@agency.dev', 'three@agency.dev'],
    socialLinkedin: fields['socialLinkedin'],
    socialX: fields['socialX'],
    socialInstagram: fields['socialInstagram'],
    timeZone: 'Europe/Berlin',
    currency: 'USD',
    language: 'en',
    mainLanguage: 'en',
    languages: [{ tag: 'en', isHidden: false }],
    businessHours: {
      week: [
        [
          { from: 540, to: 720 },
          { from: 780, to: 1050 },
        ],
        ...alwaysOpen.week.slice(1, 6),
        [],
      ],
      closedOn: ['2026-12-25', '2026-12-26'],
    },
    mailFrom: `"Voices & Co" <${fields['contactEmail']}>`,
    publicUrl: 'http://localhost:3000',
    look: { ...lookOf(starterBrand), logo: null, shareImage: null, icons: expect.anything() },
    brandFiles: new Map(),
  })
})

test('hours that cannot be read are refused at their day', async () => {
  const ctx = asOwner(await createTestCtx())
  const fields = { Tuesday: 'nine to five', Friday: '17-9-5', closedOn: '25 December' }
  await expect(siteSettings.save(ctx, siteSettingsFields(fields))).rejects.toMatchObject({
    fields: { Tuesday: expect.any(String), Friday: expect.any(String), closedOn: expect.any(String) },
  })
})

test('the second saving replaces the first, and notice addresses may be left empty', async () => {
  const ctx = asOwner(await createTestCtx())
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'First', noticeEmails: 'one@agency.dev' }))
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Second', noticeEmails: ' \n ' }))
  expect(await findSetting(ctx, siteSettings.key)).toMatchObject({ siteName: 'Second', noticeEmails: [] })
  await eventually(async () => expect(await nameShownBy(ctx)).toBe('Second'))
})

test.each([
  ['siteName', '   ', 'Please enter the name.'],
  ['siteName', 'x'.repeat(81), 'Please use at most 80 characters.'],
  ['contactEmail', 'nobody', 'Please enter an e-mail address.'],
  ['contactEmail', `${'x'.repeat(65)}@agency.dev`, 'Please enter an e-mail address.'],
  ['noticeEmails', 'one@agency.dev nobody', 'Please enter e-mail addresses, one per line.'],
  ['socialLinkedin', 'javascript:alert(1)', 'Please enter an address that begins with https://.'],
  ['socialLinkedin', 'ftp://agency.dev/page', 'Please enter an address that begins with https://.'],
  ['socialX', 'x.com/agency', 'Please enter an address that begins with https://.'],
  ['socialInstagram', 'instagram', 'Please enter an address that begins with https://.'],
  ['timeZone', 'Mars/Olympus', 'Please choose a time zone.'],
])('%s %j is refused by its name, and nothing is saved', async (name, value, sentence) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await siteSettings
    .save(ctx, siteSettingsFields({ [name]: value }))
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FieldErrors)
  expect((refusal as FieldErrors).fields).toEqual({ [name]: sentence })
  expect(await findSetting(ctx, siteSettings.key)).toBeUndefined()
})

test('every field at fault is named at once, a missing one too', async () => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await siteSettings.save(ctx, { noticeEmails: 'nobody' }).catch((error: unknown) => error)
  expect(Object.keys((refusal as FieldErrors).fields).sort()).toEqual(
    Object.keys(siteSettingsFields()).sort(),
  )
})

test('pages are told to be rendered anew once it is saved, and not for what was refused', async () => {
  const ctx = asOwner(await createTestCtx())
  const seen: Promise<unknown>[] = []
  ctx.signals.subscribe(PAGES_TOPIC, () => seen.push(findSetting(ctx, siteSettings.key)))
  await siteSettings.save(ctx, siteSettingsFields({ siteName: '' })).catch(() => {})
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Anew' }))
  await eventually(() => expect(seen).not.toEqual([]))
  expect(await Promise.all(seen)).toMatchObject([{ siteName: 'Anew' }])
})

test.skipIf(testEngine === 'sqlite')('PostgreSQL: every instance shows what one has saved', async () => {
  const one = asOwner(await createTestCtx())
  const other = await createSecondInstance(one)
  expect([await nameShownBy(one), await nameShownBy(other)]).toEqual(['Lumivox', 'Lumivox'])
  await siteSettings.save(one, siteSettingsFields({ siteName: 'Saved here' }))
  await eventually(async () => expect(await nameShownBy(other)).toBe('Saved here'))
  await siteSettings.save(asOwner(other), siteSettingsFields({ siteName: 'Saved there' }))
  await eventually(async () => expect(await nameShownBy(one)).toBe('Saved there'))
})
