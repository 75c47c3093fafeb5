import { expect, test } from 'vitest'

import { derivedTables } from '#app/platform/db/tables/stored-tables.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { personalData } from './personal-data.ts'

test('every text column of the database is listed, once', async () => {
  const { db } = await createTestCtx()
  // PostgreSQL also lists tables of other schemas.
  const stored = (await db.introspection.getTables())
    .filter(({ name }) => !derivedTables.has(name) || Object.hasOwn(personalData, name))
    .flatMap(({ name, columns }) =>
      columns
        .filter(({ dataType }) => /text|char|json/i.test(dataType))
        .map((column) => `${name}.${column.name}`),
    )
  const listed = Object.entries(personalData).flatMap(([table, listing]) =>
    Object.values<readonly string[]>(listing)
      .flat()
      .map((column) => `${table}.${column}`),
  )
  expect(stored.length).toBeGreaterThan(100)
  expect(listed.toSorted()).toEqual([...new Set(stored)].toSorted())
})

/** The columns in which an erasure looks for the address, written by hand: one that is listed otherwise is not erased. */
const searched = {
  row: `
    api_replay.body bounce.address client_address.email conversation.visitor_email email.recipients email.reply_to lead.email person_address.address
    person_address.shown person_import.preview person_import_left.cells person_import_left.reason site_trial.url
    site_trial.host site_trial_page.url site_trial_page.title site_trial_page.passages site_trial_page.signs
    site_trial_question.question site_trial_question.answer site_trial_question.sources thread_mail.from_email
    thread_mail.reply_to_email thread_mail.recipients
  `,
  redact: `
    bounce.reason chat_message.text chat_message.page chat_message.failure chat_message.rating_comment
    chat_tool_call.result chat_tool_call.done conversation.page conversation.page_title conversation.visitor_name email.subject email.last_error job.last_error
    lead.name lead.phone lead.company lead.message lead.service lead.plan lead.form lead.first_page lead.last_page
    lead.referrer lead.utm_source lead.utm_medium lead.utm_campaign lead.utm_term lead.utm_content lead.next_step
    lead_event.body person.name person.company person.phone person_event.body test_question.text test_result.answer
    test_result.failure thread_attachment.name thread_draft.text thread_mail.from_name thread_mail.reply_to_name thread_mail.subject
    thread_mail.text thread_mail.quoted unanswered_question.text webhook_delivery.error
  `,
  redactJson: `
    chat_tool_call.input chat_tool_call.card email.props email.attachments job.payload lead.answers lead.translation chat_message.translation thread_mail.translation
    webhook_delivery.payload
  `,
}

test.each(Object.entries(searched))(
  'an erasure looks for the address in these columns: %s',
  (rule, columns) => {
    const listed = Object.entries(personalData).flatMap(([table, listing]) =>
      (Object.entries<readonly string[]>(listing).find(([name]) => name === rule)?.[1] ?? []).map(
        (column) => `${table}.${column}`,
      ),
    )
    expect(listed.toSorted()).toEqual(columns.trim().split(/\s+/).toSorted())
  },
)
