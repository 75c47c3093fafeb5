/** What the jobs of `job-process.ts` write down; not unique, so that a job run twice stands twice. */
export type JobRunTable = { job_id: string; process_id: number }
