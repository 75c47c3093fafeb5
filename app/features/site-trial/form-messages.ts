import { publicTexts } from '#app/lib/messages.ts'

/** Separate from the other texts, because the form is part of a block and so of the page editor. */
const trialFormEn = {
  label: 'Try it on your own website',
  address: 'Address of your website',
  example: 'www.example.com',
  consent: 'I run this website, or its owner lets me have it read.',
  note: 'Up to 20 public pages are read once, as robots.txt allows. Only you get the link to the result, and it is deleted after seven days.',
  start: 'Read my website',
  title: 'Try it on your own website',
  text: 'Enter its address. In under a minute you get a private page with an assistant that answers from your pages, your home page measured next to ours, and ideas for what could be automated.',
}

export type TrialFormMessages = typeof trialFormEn

export const trialFormTexts = publicTexts<TrialFormMessages>('trialForm', { en: trialFormEn })
