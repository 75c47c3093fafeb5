let made = 0

export function siteSettingsFields(overrides: Record<string, string> = {}): Record<string, string> {
  made += 1
  return {
    siteName: `Agency ${made}`,
    contactEmail: `desk${made}@agency.dev`,
    noticeEmails: '',
    socialLinkedin: `https://www.linkedin.com/company/agency${made}`,
    socialX: `https://x.com/agency${made}`,
    socialInstagram: `https://www.instagram.com/agency${made}`,
    timeZone: 'UTC',
    ...overrides,
  }
}
