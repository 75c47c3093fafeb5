export const imageEn = {
  errors: {
    tooLarge: '"{name}" is larger than 10 MB. Please choose a smaller picture.',
    notImage: '"{name}" is not a picture we can show. Please choose a JPEG, PNG, WebP, GIF or AVIF file.',
    damaged: '"{name}" is damaged: it could not be read as a picture.',
    tooManyPixels: '"{name}" has more than 50 million pixels. Please choose a smaller picture.',
    missing: 'Please choose a picture.',
    uploadFailed: '"{name}" could not be uploaded. Please check your connection and try again.',
  },
}

export type ImageMessages = typeof imageEn
