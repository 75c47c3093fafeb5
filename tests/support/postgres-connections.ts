import pg from 'pg'

export async function countConnections(url: string, applicationName: string): Promise<number> {
  return select(url, 'select pid', applicationName)
}

/** Ends all connections of `applicationName`, as a restart of the server does, and returns their number. */
export async function endConnections(url: string, applicationName: string): Promise<number> {
  return select(url, 'select pg_terminate_backend(pid)', applicationName)
}

async function select(url: string, what: string, applicationName: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `${what} from pg_stat_activity where datname = current_database() and application_name = $1`,
    [applicationName],
  )
  await client.end()
  return rows.length
}
