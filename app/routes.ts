import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every URL of the product. */
export default [
  // Public pages
  layout('features/site/layout/site-layout.route.tsx', { id: 'site-layout' }, [
    index('features/site/home/home.route.tsx'),
    route('contact', 'features/site/contact/contact.route.tsx'),
    route('contact/thank-you', 'features/site/contact/thank-you.route.tsx'),
    route('*', 'features/site/not-found/not-found.route.tsx'),
  ]),

  // What scripts on public pages call
  route('api/contact-form', 'features/leads/form-token.route.ts'),
  route('api/inquiries', 'features/leads/inquiries.route.ts'),

  // Signing in and out
  layout('features/auth/pages/auth-layout.route.tsx', [
    route('admin/login', 'features/auth/pages/login.route.tsx'),
    route('admin/setup', 'features/auth/pages/setup.route.tsx'),
  ]),
  route('admin/logout', 'features/auth/pages/logout.route.ts'),

  // The admin; its layout is the guard of everything below it
  route('admin', 'features/admin/layout/admin-layout.route.tsx', { id: 'admin-layout' }, [
    index('features/admin/admin-start.route.ts'),
    route('leads', 'features/leads/admin/leads-list.route.tsx'),
    route('leads.csv', 'features/leads/admin/leads-export.route.ts'),
    route('leads/:id', 'features/leads/admin/lead.route.tsx'),
    route('outbox', 'features/admin/outbox/outbox.route.tsx'),
    route('outbox/:id', 'features/admin/outbox/email.route.tsx'),
    route('settings', 'features/site/settings/settings.route.tsx'),
  ]),
] satisfies RouteConfig
