import type { Permission } from '#app/platform/permissions.ts'

type Expected = {
  /** Roles that have it, besides the owner. */
  roles: string
  verbs: string
}

/**
 * Who may call which verb, written by hand and never read from the code: a verb that asks for another permission, or a
 * role that has another, fails. Names are separated by spaces; a verb that needs two permissions stands under both.
 */
const expected: Readonly<Record<Permission, Expected>> = {
  'account.read': {
    roles: 'editor sales viewer',
    verbs: `
      listApps listPasskeys listPushDevices listSessions listToday listTokens markNoticesSeen readAdminShell
      readOwnNotices readTwoFactor searchEverything
    `,
  },
  'account.write': {
    roles: 'editor sales viewer',
    verbs: `
      addPasskey authorizeApp beginPasskey beginPush beginTwoFactor changePassword confirmTwoFactor createToken
      disconnectApp endSessions keepPush provePassword removePasskey renameSelf renewRecoveryCodes revokeToken
      saveOwnPreferences sendTestNotice subscribePush turnOffTwoFactor unsubscribePush withProof
    `,
  },
  'analytics.read': {
    roles: 'editor sales viewer',
    verbs: 'exportPanel readDashboard readWeek readWeekLanguages',
  },
  'analytics.write': {
    roles: '',
    verbs: 'addGoal goals.save removeGoal',
  },
  'audit.read': {
    roles: '',
    verbs: 'exportAuditLog listAuditEntries',
  },
  'audit.write': {
    roles: '',
    verbs: '',
  },
  'bookings.read': {
    roles: 'sales viewer',
    verbs: 'getBooking getHours getMeetingType listBookings listFeeds readBookingOffice readOwnFeed',
  },
  'bookings.write': {
    roles: 'sales',
    verbs: `
      addFeed beginConsent bookingSettings.save cancelBooking connectCalendar endOwnFeed findDavCalendars finishConsent
      markMissed
      moveBooking removeFeed renewOwnFeed saveHours saveMeetingType storeFeed
    `,
  },
  'content.read': {
    roles: 'editor sales viewer',
    verbs: `
      countSources exportTranslations findStarterLeft getTranslationImport listPostTranslations listTranslations
      readComparison readPostLanguages readShortTexts
      askStarterAgain comparePageRevision exportContent exportImportReport exportPosts findDraft getPage
      getPost getPostImport getProposal listDeletedPages listEntries listImports listPageRevisions
      listPageTable listPages listPosts listPostsAfter listPreviewLinks listRevisions listServices
      listTransfers overrideChecklist readChecklist readDraftPage
    `,
  },
  'content.write': {
    roles: 'editor',
    verbs: `
      applyTranslations cancelTranslations uploadTranslations
      addLanguage addPostVersion addVersion markPostUpToDate markUpToDate moveLanguage publishPostVersions
      publishShortTexts publishStarter publishVersions removeLanguage saveShortTexts switchLanguage
      translateMissing translatePosts translateStarter translationSettings.save
      addImage addImportPart addVideoPart askStarterAgain beginPage beginService beginTransfer
      brandPictures.save brandSetting.save cancelPageSchedule cancelPostImport changeText checklistSetting.save
      chooseEntries confirmPostImport confirmStarter createPage createPost createPreviewLink deletePage
      deletePost discardDraft findScheduleError insertPost keepProposal menusSetting.save movePage
      overrideChecklist ownFacts.save publishPage publishPost removeBrandPicture removeStarter reorderPage
      republishPage resetText restorePage restorePageRevision restoreRevision revokePreviewLink saveBrand
      saveDraft saveFacts saveMenus savePageDetails savePageDraft schedulePage siteLanguages.save startImport
      startSiteImport storeUpdate suggest undeletePage unpublishPage unpublishPost updatePost
      wordingSetting.save
    `,
  },
  'conversations.read': {
    roles: 'sales viewer',
    verbs: `
      exportConversations exportTranscriptAsJson exportTranscriptAsText getConversation listConversations
      listConversationsForExport readClientLink readConversationFigures readConversationTranslations
    `,
  },
  'conversations.write': {
    roles: 'sales',
    verbs: `
      answerConversationInTheirLanguage assignConversation attendConversation deleteConversation handBack markConversation restoreConversation
      takeOver translateConversation waitAgain writeAsOwner
    `,
  },
  'knowledge.read': {
    roles: 'editor sales viewer',
    verbs: `
      answerQuestion collectionsOfItem deleteCollection duplicateAssistant exportAssistant
      findQuestion getAssistant importAssistant listRefusals getItem getTestQuestion getTestRun
      listAssistants listCollections listItems listItemsAfter listReadings proposeLanguage
      listTestQuestions proposeFromMessage readProgress readQuality
    `,
  },
  'knowledge.write': {
    roles: 'editor',
    verbs: `
      addCollection addPdf addTestQuestion addText addUrl answerQuestion changeTestQuestion chatTools.save
      allowOrigin readIdentitySecret renewIdentitySecret
      deleteAssistant deleteCollection duplicateAssistant importAssistant placeItem renameCollection saveAssistant
      chatbotSettings.save deleteItem deleteTestQuestion dropQuestion generateQuestions openings.save
      qualitySettings.save renameItem rereadItem restoreItem restoreTestQuestion saveOpenings scheduleRereading
      sharePdf startTestRun stopTestRun switchItem tryAssistant
    `,
  },
  'leads.read': {
    roles: 'sales viewer',
    verbs: `
      deleteView exportLeads exportLeftRows exportPeople fillSavedReplies getAttachment getInquiryFile getLead getLegalText
      getPeopleImport getPerson getReceived listLeads listLeadsAfter listLeadsFor listPeople listPeopleAfter
      listPeopleImports listTags listThread listUnfiled listViews markSeen readBoard readTimeline saveView
    `,
  },
  'leads.write': {
    roles: 'sales',
    verbs: `
      addLeadNote addPerson addPersonNote answerInTheirLanguage assignLead assignLeads bringBackReceived changeLead changeLeadStatus
      changeLeadWork changePerson chooseColumns confirmImport correctLeadAddress correctPersonAddress
      deleteLead deleteLeads deletePerson deleteSavedReply discardImport dismissReceived draftWithAssistant
      endProject fileReceived keepSavedReply makeLeadFromMail mergeByAddress mergePeople moveLeadToInbox
      moveLeadToSpam resendReply restoreLead restorePerson saveReplyDraft savedReplies.save sendReply setApart
      setStatusOfLeads tagLeads takeOutReceived translateLeadMessage undoBulk unmakeLead unmergePerson uploadPeople
    `,
  },
  'mail.read': {
    roles: 'sales',
    verbs: 'listEmails listEmailsAfter previewEmail',
  },
  'mail.write': {
    roles: 'sales',
    verbs: 'correctEmails dismissEmails resendEmails',
  },
  'privacy.read': {
    roles: '',
    verbs: 'describeHoldings exportErasures exportPersonalData listPastErasures',
  },
  'privacy.write': {
    roles: '',
    verbs: 'erasePersonalData',
  },
  'settings.read': {
    roles: '',
    verbs:
      'listDeliveries listWebhooks readBackupBucket readBackups readBucket readConnections readOauthClients readOtherConnections readRebuild',
  },
  'settings.write': {
    roles: '',
    verbs: `
      changeClientLink exchangeMainLanguage makeClientLink previewExchange revokeClientLink
      saveBackupBucket removeBackupBucket tryBackupBucket saveBucket removeBucket tryBucket changeMainLanguage addWebhook beginMailConsent finishMailConsent analyticsSettings.save apiSettings.save backupSettings.save chatLimits.save
      checkSendingDomain contactQuestions.save deleteQuestion downloadBackup hideFirstDay listedModelOf
      makeShareLink moveQuestion removeApiKey removeConnection removeOauthClient removeWebhook
      replaceModel requestBackup requestRebuild requestRestore requireOwnSession resendDelivery
      revokeShareLink rotateSecret saveApiConfig saveConnection saveOauthClient saveQuestion sendTestEvent
      sessionSettings.save siteSettings.save switchEmbedding testConnection turnOnWebhook verifyStep
      `,
  },
  'team.read': {
    roles: '',
    verbs: 'listTeam',
  },
  'team.write': {
    roles: '',
    verbs: 'changeRole invite removeMember revokeInvitation sendInvitationAgain',
  },
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

export const expectedPermissions = Object.keys(expected) as Permission[]

export const expectedVerbs: ReadonlySet<string> = new Set(
  Object.values(expected).flatMap(({ verbs }) => wordsOf(verbs)),
)

export function permissionsOfVerb(name: string): Permission[] {
  return expectedPermissions.filter((permission) => wordsOf(expected[permission].verbs).includes(name))
}

export function isExpectedToHave(role: string, permission: Permission): boolean {
  return role === 'owner' || wordsOf(expected[permission].roles).includes(role)
}
