/** The runs that `job-process.ts` records; not unique, so that a repeated run adds a row. */
export type JobRunTable = { job_id: string; process_id: number }
