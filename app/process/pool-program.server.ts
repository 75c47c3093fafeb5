import { renderPost } from '../features/blog/content/render-in-pool.server.ts'
import { readCalendarTask } from '../features/bookings/calendars/read-calendar.ts'
import { readDavBusyTask, readDavTask } from '../features/bookings/calendars/dav/read-dav.ts'
import { readReplyTask } from '../features/bookings/replies/read-reply.ts'
import { readImport, readImportPicture } from '../features/blog/transfer/read-import.ts'
import { readSiteFeedTask, readSitePageTask } from '../features/content/import-site/site-page.ts'
import { readArchive } from '../features/content/transfer/read-archive.ts'
import { compareReadings, readOwnPagesTask, readTasks } from '../features/knowledge/reading/reading-tasks.ts'
import { readFileKindTask } from '../features/leads/files/read-file-kind.ts'
import { readInboundTask } from '../features/mailbox/read-inbound.ts'
import { readPeopleTask } from '../features/people/import/read-people.ts'
import { readTrialPageTask } from '../features/site-trial/reading/trial-page.ts'
import { cleanSvgTask } from '../features/site/brand/logo/clean-svg.ts'
import { program, serveTasks } from '../platform/pool/serve-tasks.server.ts'

const readOriginal = async () =>
  (await import('../features/knowledge/reading/read-document.server.ts')).readOriginal

/** The entry point of the worker pool's build: maps each kind of task to its code. */
serveTasks([
  program(renderPost, async () => {
    const { renderContent } = await import('../features/blog/content/render-content.server.ts')
    return ({ source, isColoured }) => renderContent(source, isColoured)
  }),
  program(
    readCalendarTask,
    async () => (await import('../features/bookings/calendars/read-calendar.server.ts')).readCalendar,
  ),
  program(
    readDavTask,
    async () => (await import('../features/bookings/calendars/dav/read-dav.server.ts')).readDav,
  ),
  program(
    readDavBusyTask,
    async () => (await import('../features/bookings/calendars/dav/read-dav.server.ts')).readDavBusy,
  ),
  program(
    readReplyTask,
    async () => (await import('../features/bookings/replies/read-reply.server.ts')).readReply,
  ),
  program(readImport, async () => {
    const { readImportFile } = await import('../features/blog/transfer/read-import-file.server.ts')
    return readImportFile
  }),
  program(readImportPicture, async () => {
    const { readPictureOfFile } = await import('../features/blog/transfer/read-import-file.server.ts')
    return readPictureOfFile
  }),
  program(readSitePageTask, async () => {
    const { readSitePage } = await import('../features/content/import-site/read-site-page.server.ts')
    return readSitePage
  }),
  program(
    readSiteFeedTask,
    async () => (await import('../features/content/import-site/read-feed.server.ts')).readSiteFeed,
  ),
  program(
    readTrialPageTask,
    async () => (await import('../features/site-trial/reading/read-trial-page.server.ts')).readTrialPage,
  ),
  program(readArchive, async () => {
    const { readArchiveFile } = await import('../features/content/transfer/read-archive-file.server.ts')
    return readArchiveFile
  }),
  program(
    readInboundTask,
    async () => (await import('../features/mailbox/read-inbound.server.ts')).readInbound,
  ),
  program(
    readFileKindTask,
    async () => (await import('../features/leads/files/read-file-kind.server.ts')).readFileKind,
  ),
  program(
    readPeopleTask,
    async () => (await import('../features/people/import/read-people.server.ts')).readPeople,
  ),
  ...Object.values(readTasks).map((task) => program(task, readOriginal)),
  program(readOwnPagesTask, async () => {
    const { readOwnPage } = await import('../features/knowledge/reading/read-html.server.ts')
    return (pages) => pages.map(readOwnPage)
  }),
  program(
    cleanSvgTask,
    async () => (await import('../features/site/brand/logo/clean-svg.server.ts')).cleanSvg,
  ),
  program(compareReadings, async () => {
    const { changesBetween } = await import('../features/knowledge/reading/changes-between.ts')
    const { readSections } = await import('../features/knowledge/passages/section.ts')
    return ({ before, after }) => changesBetween(readSections(before), after)
  }),
])
