type Instruction = { name: string; text: string; code: string }

export function snippetOf(publicUrl: string, key: string): string {
  return `<script async src="${publicUrl}/assistant.js" data-assistant="${key}"></script>`
}

/** Returns what to do on each kind of site. */
export function instructionsFor(publicUrl: string, key: string): Instruction[] {
  const code = snippetOf(publicUrl, key)
  const { origin } = new URL(publicUrl)
  return [
    {
      name: 'Try it first',
      text: 'Save this as a bookmark, open a page of an allowed origin, and press it. The assistant appears for you alone, until you leave the page.',
      code: `javascript:(s => { s.src = '${publicUrl}/assistant.js'; s.dataset.assistant = '${key}'; document.body.append(s) })(document.createElement('script'))`,
    },
    { name: 'HTML', text: 'Put this line before </body> on each page.', code },
    {
      name: 'WordPress',
      text: 'Add it to the footer of all pages, by the theme’s footer or a plugin for code in the footer.',
      code,
    },
    {
      name: 'Shopify',
      text: 'Online Store → Themes → Edit code: put it before </body> in theme.liquid.',
      code,
    },
    { name: 'Webflow', text: 'Site settings → Custom code → Footer code, then publish the site.', code },
    { name: 'Wix', text: 'Settings → Custom code → Add to the body’s end of all pages.', code },
    { name: 'Squarespace', text: 'Settings → Advanced → Code injection → Footer.', code },
    {
      name: 'Google Tag Manager',
      text: 'A tag of the kind Custom HTML, on all pages. It makes the script itself, because the manager drops data attributes.',
      code: `<script>
  var s = document.createElement('script')
  s.src = '${publicUrl}/assistant.js'
  s.async = true
  s.dataset.assistant = '${key}'
  document.body.append(s)
</script>`,
    },
    {
      name: 'React',
      text: 'In the component around all pages.',
      code: `useEffect(() => {
  const script = document.createElement('script')
  script.src = '${publicUrl}/assistant.js'
  script.async = true
  script.dataset.assistant = '${key}'
  document.body.append(script)
}, [])`,
    },
    {
      name: 'A site with a Content-Security-Policy',
      text: 'Add this origin to these three directives.',
      code: `script-src ${origin}; frame-src ${origin}; connect-src ${origin}`,
    },
  ]
}
