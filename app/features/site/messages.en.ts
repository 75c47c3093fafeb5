/** Texts of the public pages; tests/http/public-pages.test.ts holds those that must stand word for word. */
export const siteEn = {
  nav: {
    label: 'Main',
    home: 'Home',
    services: 'Services',
    about: 'About',
    contact: 'Contact',
    blog: 'Blog',
    getStarted: 'Get Started',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    skip: 'Skip to content',
    logo: '{siteName}, home page',
  },
  footer: {
    label: 'Footer',
    blurb: 'AI voice agents, chatbots, automation, websites and video for businesses worldwide.',
    services: 'Services',
    company: 'Company',
    legal: 'Legal',
    about: 'About',
    blog: 'Blog',
    contact: 'Contact & Quote',
    terms: 'Terms & Conditions',
    privacy: 'Privacy Policy',
    admin: 'Admin Portal',
    socialLinkedin: '{siteName} on LinkedIn',
    socialX: '{siteName} on X',
    socialInstagram: '{siteName} on Instagram',
    copyright: '© {years} {siteName}. All rights reserved.',
  },
  notFound: {
    title: 'Oops! Page not found',
    text: 'The page you are looking for has moved or never was.',
    home: 'Return to Home',
  },
  error: {
    title: 'Something went wrong',
    text: 'This page could not be shown. The fault is ours and has been logged; please try again in a moment.',
    request: 'Request {requestId}',
    home: 'Return to Home',
  },
}

export type SiteMessages = typeof siteEn
