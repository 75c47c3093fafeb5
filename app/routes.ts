import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  // Public pages
  layout('features/site/layout/site-layout.route.tsx', { id: 'site-layout' }, [
    // Pages of the owner's content have no route each: the last one here finds them by their path
    index('features/site/page/page.route.tsx', { id: 'home' }),
    route('blog', 'features/blog/pages/blog-list.route.tsx'),
    route('blog/search', 'features/blog/pages/blog-search.route.tsx'),
    route('blog/tag/:tag', 'features/blog/pages/blog-tag.route.tsx'),
    route('blog/:slug', 'features/blog/pages/blog-post.route.tsx'),
    route('contact', 'features/site/contact/contact.route.tsx'),
    route('contact/thank-you', 'features/site/contact/thank-you.route.tsx'),
    route('preview/:token', 'features/site/page/preview-page.route.tsx'),
    // A draft as visitors would see it, for the editor's frame
    layout('features/auth/require-owner.route.ts', [
      route('admin/pages/:id/frame', 'features/content/editor/page-frame.route.tsx'),
    ]),
    route('*', 'features/site/page/page.route.tsx'),
  ]),

  // What search engines, assistants and social networks ask for
  route('sitemap.xml', 'features/site/seo/sitemap.route.ts'),
  route('robots.txt', 'features/site/seo/robots.route.ts'),
  route('indexnow.txt', 'features/site/seo/index-now-key.route.ts'),
  route('llms.txt', 'features/site/seo/llms.route.ts'),
  route('manifest.webmanifest', 'features/site/seo/manifest.route.ts'),
  ...['rss.xml', 'atom.xml', 'feed.json'].flatMap((file) => [
    route(`blog/${file}`, 'features/blog/feeds/feed.route.ts', { id: `blog-${file}` }),
    route(`blog/tag/:tag/${file}`, 'features/blog/feeds/feed.route.ts', { id: `blog-tag-${file}` }),
  ]),
  route('share/*', 'features/site/share-image/share-image.route.ts'),

  route('images/:id/:file', 'features/images/image.route.ts'),

  layout('features/auth/recognize-owner.route.ts', [
    route('knowledge/:id/document.pdf', 'features/knowledge/pdf.route.ts'),
  ]),

  route('speculation-rules.json', 'features/site/speculation-rules.route.ts'),

  // Called by scripts of public pages. /api/pulse, which counts visits, is answered before the router
  // (start.server.ts).
  route('api/contact-form', 'features/leads/form-token.route.ts'),
  route('api/countries', 'features/leads/country-list.route.ts'),
  route('api/inquiries', 'features/leads/inquiries.route.ts'),
  route('api/chat', 'features/chat/chat.route.ts'),
  route('api/chat/:id', 'features/chat/conversation.route.ts'),
  route('api/chat/:id/inquiry', 'features/chat/inquiry.route.ts'),
  route('api/chat/:id/reply', 'features/chat/reply.route.ts'),
  route('api/chat/:id/events', 'features/chat/conversation-events.route.ts'),

  layout('features/auth/pages/auth-layout.route.tsx', [
    route('admin/login', 'features/auth/pages/login.route.tsx'),
    route('admin/login/code', 'features/auth/pages/login-code.route.tsx'),
    route('admin/forgot-password', 'features/auth/pages/forgot-password.route.tsx'),
    route('admin/reset-password', 'features/auth/pages/reset-password.route.tsx'),
    route('admin/setup', 'features/auth/pages/setup.route.tsx'),
  ]),
  route('admin/logout', 'features/auth/pages/logout.route.ts'),

  route('admin/shared-analytics', 'features/analytics/share/shared-analytics.route.tsx'),

  // The admin; its layout guards everything below it
  route('admin', 'features/admin/layout/admin-layout.route.tsx', { id: 'admin-layout' }, [
    index('features/admin/admin-start.route.ts'),
    route('account', 'features/auth/account/account.route.tsx'),
    route('account/two-factor', 'features/auth/account/two-factor.route.tsx'),
    route('api', 'features/chat/admin/api-config.route.tsx'),
    route('api/limits', 'features/chat/admin/limits.route.tsx'),
    route('chatbot', 'features/chat/admin/chatbot-settings.route.tsx'),
    route('chatbot/try', 'features/chat/admin/try-assistant.route.ts'),
    route('conversations', 'features/chat/admin/conversations-list.route.tsx'),
    route('conversations.csv', 'features/chat/admin/conversations-export.route.ts'),
    route('conversations/:id', 'features/chat/admin/conversation.route.tsx'),
    route('conversations/:id/transcript', 'features/chat/admin/transcript-export.route.ts'),
    route('conversations/:id/events', 'features/chat/admin/conversation-changes.route.ts'),
    route('quality', 'features/chat/quality/admin/quality.route.tsx'),
    route('quality/progress', 'features/chat/quality/admin/quality-progress.route.ts'),
    route('quality/questions', 'features/chat/quality/admin/test-questions.route.tsx'),
    route('quality/questions/:id', 'features/chat/quality/admin/test-question.route.tsx'),
    route('quality/runs/:id', 'features/chat/quality/admin/test-run.route.tsx'),
    route('analytics', 'features/analytics/admin/analytics.route.tsx'),
    route('analytics.csv', 'features/analytics/admin/analytics-export.route.ts'),
    route('analytics/settings', 'features/analytics/settings/analytics-settings.route.tsx'),
    route('blog', 'features/blog/admin/blog-admin.route.tsx'),
    route('blog/export.zip', 'features/blog/transfer/export.route.ts'),
    route('blog/suggestion', 'features/blog/writing/suggestion.route.ts'),
    route('blog/imports', 'features/blog/transfer/imports.route.ts'),
    route('blog/transfer', 'features/blog/transfer/transfer.route.tsx'),
    route('blog/draft', 'features/blog/admin/draft.route.ts'),
    route('blog/:id', 'features/blog/admin/edit-post.route.tsx'),
    route('blog/:id/preview', 'features/blog/admin/preview-post.route.tsx'),
    route('images', 'features/images/admin/images.route.ts'),
    route('knowledge', 'features/knowledge/admin/knowledge.route.tsx'),
    route('knowledge/pdfs', 'features/knowledge/admin/pdfs.route.ts'),
    route('knowledge/readings', 'features/knowledge/admin/readings.route.ts'),
    route('knowledge/:id', 'features/knowledge/admin/knowledge-item.route.tsx'),
    route('leads', 'features/leads/admin/leads-list.route.tsx'),
    route('leads.csv', 'features/leads/admin/leads-export.route.ts'),
    route('leads/:id', 'features/leads/admin/lead.route.tsx'),
    route('legal-texts/:id', 'features/leads/admin/legal-text.route.tsx'),
    route('audit', 'features/admin/audit/audit.route.tsx'),
    route('audit.csv', 'features/admin/audit/audit-export.route.ts'),
    route('outbox', 'features/admin/outbox/outbox.route.tsx'),
    route('outbox/:id', 'features/admin/outbox/email.route.tsx'),
    route('privacy', 'features/privacy/admin/privacy.route.tsx'),
    route('privacy/erasures.jsonl', 'features/privacy/admin/erasures-export.route.ts'),
    route('privacy/export', 'features/privacy/admin/privacy-export.route.ts'),
    route('services', 'features/content/services-admin/services.route.tsx'),
    route('menus', 'features/content/menus/menus.route.tsx'),
    route('brand', 'features/site/brand/brand.route.tsx'),
    route('wording', 'features/site/wording/wording.route.tsx'),
    route('checklist', 'features/site/checklist/checklist.route.tsx'),
    route('facts', 'features/content/facts/facts.route.tsx'),
    route('pages', 'features/content/admin/pages.route.tsx'),
    route('pages/:id/details', 'features/content/admin/page-details.route.tsx'),
    route('pages/:id/revisions', 'features/content/admin/page-revisions.route.tsx'),
    route('pages/:id', 'features/content/editor/page-editor.route.tsx'),
    route('pages/:id/draft', 'features/content/editor/draft.route.ts'),
    route('transfer', 'features/content/transfer/transfer.route.tsx'),
    route('transfer/content.zip', 'features/content/transfer/export.route.ts'),
    route('transfer/transfers', 'features/content/transfer/transfers.route.ts'),
    route('transfer/:id', 'features/content/import-site/proposal.route.tsx'),
    route('settings', 'features/site/settings/settings.route.tsx'),
    route('settings/backups', 'features/admin/backups/backups.route.tsx'),
    route('settings/backups/:name', 'features/admin/backups/backup-download.route.ts'),
  ]),
] satisfies RouteConfig
