import { bookMeetingAction } from './bookings/book-meeting.action.server.ts'
import { getBookingAction } from './bookings/get-booking.action.server.ts'
import { showFreeTimesAction } from './bookings/show-free-times.action.server.ts'
import { getConversationAction } from './conversations/get-conversation.action.server.ts'
import { listConversationsAction } from './conversations/list-conversations.action.server.ts'
import type { Action } from './define-action.ts'
import { addKnowledgeAction } from './knowledge/add-knowledge.action.server.ts'
import { listKnowledgeAction } from './knowledge/list-knowledge.action.server.ts'
import { addLeadNoteAction } from './leads/add-lead-note.action.server.ts'
import { changeLeadAction } from './leads/change-lead.action.server.ts'
import { createLeadAction } from './leads/create-lead.action.server.ts'
import { getLeadAction } from './leads/get-lead.action.server.ts'
import { listLeadsAction } from './leads/list-leads.action.server.ts'
import { replyToLeadAction } from './leads/reply-to-lead.action.server.ts'
import { listMailsAction } from './mails/list-mails.action.server.ts'
import { getMailAction, resendMailAction } from './mails/resend-mail.action.server.ts'
import { getPersonAction } from './people/get-person.action.server.ts'
import { listPeopleAction } from './people/list-people.action.server.ts'
import { createPostAction } from './posts/create-post.action.server.ts'
import { getPostAction } from './posts/get-post.action.server.ts'
import { listPostsAction } from './posts/list-posts.action.server.ts'
import { publishPostAction } from './posts/publish-post.action.server.ts'
import { calculatePriceAction } from './site/calculate-price.action.server.ts'
import { changeFactAction } from './site/change-fact.action.server.ts'
import { findPageAction } from './site/find-page.action.server.ts'
import { getSelfAction } from './site/get-self.action.server.ts'
import { getWeekAction } from './site/get-week.action.server.ts'
import { listFactsAction } from './site/list-facts.action.server.ts'
import { listPagesAction } from './site/list-pages.action.server.ts'
import { listServicesAction } from './site/list-services.action.server.ts'
import { searchSiteAction } from './site/search-site.action.server.ts'
import { listTodayAction } from './today/list-today.action.server.ts'
import { restoreItemAction, settleItemAction } from './today/settle-item.action.server.ts'

/** All actions. The tools, the API and its OpenAPI document are generated from this list. */
export const allActions: readonly Action[] = [
  listServicesAction,
  searchSiteAction,
  findPageAction,
  calculatePriceAction,
  showFreeTimesAction,
  bookMeetingAction,
  getBookingAction,
  listTodayAction,
  settleItemAction,
  restoreItemAction,
  listLeadsAction,
  getLeadAction,
  createLeadAction,
  changeLeadAction,
  addLeadNoteAction,
  replyToLeadAction,
  listPeopleAction,
  getPersonAction,
  listConversationsAction,
  getConversationAction,
  listMailsAction,
  getMailAction,
  resendMailAction,
  listPostsAction,
  getPostAction,
  createPostAction,
  publishPostAction,
  listPagesAction,
  listKnowledgeAction,
  addKnowledgeAction,
  listFactsAction,
  changeFactAction,
  getWeekAction,
  getSelfAction,
]
