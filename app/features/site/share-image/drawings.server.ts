import { drawIcons } from '../brand/icons/draw-icons.server.tsx'

import { drawShareImage, type ShareTexts } from './draw-share-image.server.tsx'

/** Drawings made in a separate process. Results are JSON, with pictures in base64. */
export const drawings = {
  card: async (texts: ShareTexts) => (await drawShareImage(texts)).toString('base64'),
  icons: drawIcons,
}

export type Drawings = typeof drawings
