import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { expect, test } from 'vitest'

import { ianaZone, namedZone } from './calendar-zones.ts'

const zoneOf = (name: string) => ianaZone(name) ?? namedZone(name)

test('every zone of Windows is known, also in summer', () => {
  const zones = cldr.supplemental.windowsZones.mapTimezones
    .map(({ mapZone }) => mapZone)
    .filter(({ _territory }) => _territory === '001')
  expect(zones.length).toBeGreaterThan(135)
  for (const { _other: name, _type: zone } of zones) {
    if (name !== 'UTC') expect(zoneOf(name), name).toBe(zone)
    expect(zoneOf(name.replace(/Standard Time$/, 'Daylight Time')), name).not.toBeNull()
  }
})

test.each([
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
  ['(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna', 'Europe/Amsterdam'],
  ['(UTC) Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-05:00) Eastern Time (US &amp; Canada)', 'America/New_York'],
  ['Eastern Time (US & Canada)', 'America/New_York'],
  ['Pacific Time', 'America/Los_Angeles'],
  ['Central European Time', 'Europe/Warsaw'],
  ['(UTC-07:00) Chihuahua, La Paz, Mazatlan', 'America/Mazatlan'],
  ['(UTC-04:00) Georgetown, La Paz, Manaus, San Juan', 'America/La_Paz'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
  ['(UTC-11:00) Coordinated Universal Time-11', 'Etc/GMT+11'],
  ['(UTC+11:00) Solomon Is., New Caledonia', 'Pacific/Guadalcanal'],
  ['(UTC-03:00) Greenland', 'America/Nuuk'],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['GMT+0100', '+01:00'],
  ['UTC-5', '-05:00'],
  ['Etc/GMT+1', 'Etc/GMT+1'],
  ['/freeassociation.sourceforge.net/Europe/Berlin', 'Europe/Berlin'],
  ['/softwarestudio.org/Olson_20011030_5/America/New_York', 'America/New_York'],
  ['Europe/Berlin Standard Time', 'Europe/Berlin'],
  ['America/New York', 'America/New_York'],
  ['W. Europe Standard Time 1', 'Europe/Berlin'],
  ['Customized Time Zone', null],
  ['tzone://Microsoft/Custom', null],
  ['(UTC+01:00) Nowhere', null],
  ['(UTC+09:00) Berlin', null],
  ['BST', null],
  ['IST', null],
  ['constructor', null],
  ['', null],
])('%j is the zone %s', (name, zone) => {
  const found = zoneOf(name)
  const same = (each: string | null) =>
    each && new Intl.DateTimeFormat('en', { timeZone: each }).resolvedOptions().timeZone
  expect(same(found)).toBe(same(zone))
})
