/** Texts of the public pages; tests/http/public-pages.test.ts checks those that must not change. */
export const siteEn = {
  nav: {
    label: 'Main',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    skip: 'Skip to content',
    logo: '{siteName}, home page',
    language: 'Language',
    chooseLanguage: 'Choose language',
    /** Offered to visitors whose browser prefers this language. */
    alsoHere: 'This page is also available in English.',
    closeOffer: 'Close',
  },
  footer: {
    label: 'Footer',
    admin: 'Admin Portal',
    socialLinkedin: '{siteName} on LinkedIn',
    socialX: '{siteName} on X',
    socialInstagram: '{siteName} on Instagram',
    stopMotion: 'Stop animations',
    startMotion: 'Start animations',
  },
  notFound: {
    title: 'Oops! Page not found',
    text: 'The page you are looking for has moved or never existed.',
    home: 'Return to Home',
  },
  error: {
    title: 'Something went wrong',
    text: 'This page could not be shown. The error is on our side and has been logged. Please try again in a moment.',
    request: 'Request {requestId}',
    home: 'Return to Home',
  },
}

export type SiteMessages = typeof siteEn
