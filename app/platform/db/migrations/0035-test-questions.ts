import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('test_question')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('conversation_id', 'text', (column) =>
      column.references('conversation.id').onDelete('cascade'),
    )
    .addColumn('should_know', 'integer', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('sources', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('test_question_conversation')
    .on('test_question')
    .column('conversation_id')
    .execute()

  await db.schema
    .createTable('test_run')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('knowledge', 'text', (column) => column.notNull())
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('items', 'integer', (column) => column.notNull())
    .addColumn('questions', 'integer', (column) => column.notNull())
    .addColumn('passed', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('faults', 'integer', (column) => column.notNull())
    .addColumn('improved', 'integer', (column) => column.notNull())
    .addColumn('regressed', 'integer', (column) => column.notNull())
    .addColumn('cost_micros', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('test_result')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'text', (column) => column.notNull().references('test_run.id').onDelete('cascade'))
    .addColumn('question_id', 'text', (column) =>
      column.notNull().references('test_question.id').onDelete('cascade'),
    )
    .addColumn('question_version', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('before_id', 'text')
    .addColumn('checks', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('passages', 'text', (column) => column.notNull())
    .addColumn('provider', 'text')
    .addColumn('model', 'text')
    .addColumn('failure', 'text')
    .addColumn('cost_micros', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('test_result_once', ['run_id', 'question_id'])
    .execute()
  await db.schema
    .createIndex('test_result_question')
    .on('test_result')
    .columns(['question_id', 'id'])
    .execute()

  await db.schema
    .createTable('test_spending')
    .addColumn('month', 'text', (column) => column.primaryKey())
    .addColumn('cost_micros', 'bigint', (column) => column.notNull())
    .execute()
}
