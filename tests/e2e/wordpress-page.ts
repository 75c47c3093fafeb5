/** Rules of the kinds that a WordPress block theme and its plugins put on every page; written for this test. */
const styles = `
:root { --wp--preset--color--base: #f9f9f9; --wp--preset--color--contrast: #111; --wp--preset--spacing--40: clamp(1.8rem, 1.8rem + (1vw - .48rem) * 2.88, 3rem); --wp--style--global--content-size: 620px; --wp--style--global--wide-size: 1280px }
html { scroll-behavior: smooth; scroll-padding-top: var(--wp-admin--admin-bar--height, 0) }
body { margin: 0; background: var(--wp--preset--color--base); color: var(--wp--preset--color--contrast); font: 400 clamp(1rem, 1.2vw, 1.15rem) / 1.55 Cardo, serif; --wp--style--root--padding-right: var(--wp--preset--spacing--40) }
.wp-site-blocks { display: flow-root; padding: 0 var(--wp--preset--spacing--40) }
:where(.wp-site-blocks) > * { margin-block: 1.2rem 0 }
.is-layout-constrained > :where(:not(.alignleft):not(.alignright):not(.alignfull)) { max-width: var(--wp--style--global--content-size); margin-inline: auto !important }
.is-layout-flex { display: flex; flex-wrap: wrap; align-items: center }
.is-layout-flex > :is(*, div) { margin: 0 }
:root :where(.wp-element-button, .wp-block-button__link), button { border: 0; border-radius: .33rem; padding: .6rem 1rem; background: var(--wp--preset--color--contrast); color: var(--wp--preset--color--base) }
button:hover, button:focus { background: #444 !important; width: auto !important; min-width: 12rem }
img, iframe, video { max-width: 100%; height: auto }
iframe { width: 100% !important; aspect-ratio: 16 / 9 }
svg { fill: currentColor !important }
.screen-reader-text { position: absolute !important; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
.wp-block-navigation__responsive-container { position: fixed; inset: auto 0 0; z-index: 100000 }
#cookie-notice { position: fixed; inset: auto 0 0; z-index: 999999; padding: 1rem; background: #fff }
`

/** A home page as a WordPress site with a block theme sends it, with a line in its footer. */
export function wordpressPage(snippet: string): string {
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="max-image-preview:large"><title>Larch &amp; Sons</title>
<style id="wp-block-library-inline-css">${styles}</style>
<script>window._wpemojiSettings = { baseUrl: '', ext: '.png' }; document.documentElement.className += ' js'</script>
</head>
<body class="home blog wp-embed-responsive customize-support">
<a class="skip-link screen-reader-text" href="#wp--skip-link--target">Skip to content</a>
<div class="wp-site-blocks">
<header class="wp-block-template-part"><div class="wp-block-group is-layout-flex">
<p class="wp-block-site-title"><a href="/">Larch &amp; Sons</a></p>
<nav class="wp-block-navigation is-layout-flex" aria-label="Navigation"><button type="button" aria-haspopup="dialog">Menu</button>
<ul class="wp-block-navigation__container"><li><a href="#work">Work</a></li><li><a href="#about">About</a></li></ul></nav>
</div></header>
<main id="wp--skip-link--target" class="wp-block-group is-layout-constrained">
<h1 class="wp-block-heading has-x-large-font-size">Garden rooms, built by hand</h1>
<p>${'We plan, build and look after garden rooms of larch from our own woods. '.repeat(8)}</p>
<div class="wp-block-buttons is-layout-flex"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="#about">About us</a></div></div>
<form role="search" class="wp-block-search"><label for="s">Search</label><input id="s" type="search" name="s"><button type="submit">Search</button></form>
</main>
<footer class="wp-block-template-part is-layout-constrained"><p>© Larch &amp; Sons</p></footer>
</div>
<div id="cookie-notice" role="dialog" aria-label="Cookies"><button type="button">Accept</button></div>
${snippet}
</body></html>`
}
