import { csvRoute } from '#app/platform/http/csv-download.server.ts'

import { readAuditQuery } from './audit-query.ts'
import { exportAuditLog } from './list-audit-entries.server.ts'

export const loader = csvRoute('audit-log', readAuditQuery, exportAuditLog)
