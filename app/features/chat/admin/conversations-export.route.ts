import { csvRoute } from '#app/platform/http/csv-download.server.ts'

import { readConversationListQuery } from '../conversations/conversation-list-query.ts'
import { exportConversations } from '../conversations/export-conversations.server.ts'

export const loader = csvRoute('conversations', readConversationListQuery, exportConversations)
