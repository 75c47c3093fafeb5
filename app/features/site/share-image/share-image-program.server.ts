import { json } from 'node:stream/consumers'

import { drawings, type Drawings } from './drawings.server.ts'

/** A separate program in the build: input as JSON on standard input, the drawing as JSON on standard output. */
const kind = process.argv[2] as keyof Drawings
process.stdout.write(JSON.stringify(await drawings[kind]((await json(process.stdin)) as never)))
