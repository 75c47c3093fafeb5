import { drawIcons } from '../brand/icons/draw-icons.server.tsx'

import { drawShareImage, type ShareTexts } from './draw-share-image.server.tsx'

/** What is drawn in a process of its own, as JSON: pictures are in base64. */
export const drawings = {
  card: async (texts: ShareTexts) => (await drawShareImage(texts)).toString('base64'),
  icons: drawIcons,
}

export type Drawings = typeof drawings
