import { csvRoute } from '#app/platform/http/csv-download.server.ts'

import { exportLeads } from '../list-leads.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'

export const loader = csvRoute('leads', readLeadListQuery, exportLeads)
