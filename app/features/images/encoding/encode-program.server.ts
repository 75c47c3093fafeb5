import { buffer } from 'node:stream/consumers'

import { encodeImage } from './encode-image.server.ts'

/** A program of its own in the build: a picture on standard input, what was made of it as JSON on standard output. */
process.stdout.write(JSON.stringify(await encodeImage(await buffer(process.stdin))))
