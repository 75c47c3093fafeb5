import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

// What the page cache is measured against: Hono's own way to serve a file, from the working directory.
serve({ fetch: new Hono().use(serveStatic({ root: './' })).fetch, port: Number(process.argv[2]) }, () =>
  console.log('listening'),
)
