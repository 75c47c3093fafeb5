import { json } from 'node:stream/consumers'

import { drawShareImage, type ShareTexts } from './draw-share-image.server.tsx'

/** A program of its own in the build: texts as JSON on standard input, the PNG on standard output. */
process.stdout.write(await drawShareImage((await json(process.stdin)) as ShareTexts))
