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
] satisfies RouteConfig
