import type { Messages } from '#app/lib/messages.ts'

import { auditEn, type AuditMessages } from './messages.en.ts'

export const auditMessages: Messages<AuditMessages> = { en: auditEn }
