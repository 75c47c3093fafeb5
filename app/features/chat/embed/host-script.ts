import { drawButton } from './host-button.ts'
import { type HostLook, type Identity, readMessage, type ToFrame, writeMessage } from './messages.ts'

/** The server replaces this name with a list: its origin, the origin that may show the looks, and the looks. */
declare const FOYER: readonly [origin: string, ...Served]

type Served = readonly [at: string | null, ...looks: HostLook[]]
type Options = { assistant?: string; url?: string; title?: string; served?: Served } & Identity
type Foyer = {
  (command: string, options?: Options, key?: string): void
  isOurs?: true
  /** Calls that the page made before this script was loaded. */
  q?: Iterable<unknown>[]
}
/** An assistant; it has a frame once it was opened. */
type Chat = { look: HostLook; frame?: HTMLIFrameElement; unread: number }

const [origin, ...served] = FOYER
const script = document.currentScript ?? document.querySelector('script[data-assistant]')
const ownKey = (script as HTMLElement | null)?.dataset['assistant']
const place = window as unknown as { foyer?: Foyer }
const before = place.foyer

if (before?.isOurs) before('add', { served }, ownKey)
else start()

function start(): void {
  const chats = new Map<string, Chat>()
  const [host, root, button, wear, tell] = drawButton()
  const viewport = visualViewport as VisualViewport
  let worn: Chat | undefined
  let isOpen = false
  let identity: Identity | undefined
  let page: { url: string; title: string; at: string } | undefined

  async function find(key = ''): Promise<Chat | undefined> {
    if (key && !chats.has(key)) {
      const response = await fetch(`${origin}/assistant/${key}/look`)
      if (response.ok) learn((await response.json()) as HostLook)
    }
    return chats.get(key)
  }

  function learn(look: HostLook): void {
    const [key] = look
    if (!chats.has(key)) chats.set(key, { look, unread: 0 })
  }

  function send(message: ToFrame, chat = worn): void {
    const frame = chat?.frame
    if (frame?.className) frame.contentWindow?.postMessage(writeMessage(message), origin)
  }

  function tellPage(): void {
    const { href } = location
    const { url, title } = page?.at === href ? page : { url: href, title: document.title }
    send({ type: 'page', url: worn?.look[6] ? url : url.replace(/[?#].*/, ''), title })
  }

  function tellIdentity(): void {
    if (identity) send({ ...identity, type: 'identify' })
  }

  function show(): void {
    if (!worn) return
    const { look, unread } = worn
    const [key, label] = look
    for (const chat of chats.values()) if (chat.frame) chat.frame.hidden = !isOpen || chat !== worn
    tell(label, isOpen, unread)
    dispatchEvent(new CustomEvent('foyer', { detail: { isOpen, unread, key } }))
  }

  /** Fits the frame to the visible part of the window, which the keyboard of a phone makes smaller. */
  function fit(): void {
    host.style.setProperty('--h', `${viewport.height}px`)
    host.style.setProperty('--t', `${viewport.offsetTop}px`)
  }

  function change(chat: Chat): void {
    worn = chat
    wear(chat.look)
    show()
  }

  function open(chat = worn): void {
    if (!chat) return
    if (worn !== chat) {
      send({ type: 'close' })
      change(chat)
    }
    if (!chat.frame) {
      const [key, label] = chat.look
      const frame = (chat.frame = document.createElement('iframe'))
      frame.title = label
      frame.src = `${origin}/assistant/${key}?host=${location.origin}`
      root.prepend(frame)
    }
    isOpen = true
    chat.unread = 0
    // Not before, because it makes the browser lay the page out.
    fit()
    show()
    chat.frame.focus()
    tellPage()
    send({ type: 'open' })
  }

  function close(): void {
    if (!isOpen) return
    isOpen = false
    send({ type: 'close' })
    // Unless the visitor is somewhere else on the page.
    if (root.activeElement) button.focus()
    show()
  }

  function hear({ data, source, origin: from }: MessageEvent): void {
    const chat = from === origin && [...chats.values()].find(({ frame }) => frame?.contentWindow === source)
    const message = chat && readMessage(data)
    if (!message || !chat.frame) return
    const { frame } = chat
    const { type, count, title } = message
    if (type === 'ready') {
      frame.title = String(title)
      frame.className = 'ready'
      tellIdentity()
      tellPage()
      send({ type: isOpen && chat === worn ? 'open' : 'close' }, chat)
    } else if (type === 'close' && chat === worn) close()
    else if (type === 'unread' && frame.hidden && chat.unread !== count) {
      chat.unread = Number(count)
      // The button then opens the chat in which somebody has answered.
      if (isOpen) show()
      else change(chat)
    }
  }

  const commands: Record<string, (options: Options, key?: string) => unknown> = {
    async add({ served: [at, ...looks] = [null] }, key) {
      // Browsers may keep one response for several origins of a site, although it varies with the Referer.
      if (at === location.origin) looks.forEach(learn)
      const look = await find(key)
      if (look && !worn) change(look)
    },
    async open({ assistant = ownKey }) {
      const look = await find(assistant)
      if (look) open(look)
    },
    close,
    page({ url = '', title = document.title }) {
      page = { url: new URL(url, location.href).href, title, at: location.href }
      tellPage()
    },
    identify(options) {
      identity = options
      tellIdentity()
    },
  }

  const foyer: Foyer = (command, options = {}, key) => {
    // A refused origin or a lost connection must not become an error of the host's page.
    ;(async () => commands[command]?.(options, key))().catch(() => {})
  }
  foyer.isOurs = true
  place.foyer = foyer

  button.addEventListener('click', () => (isOpen ? close() : open()))
  button.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  addEventListener('message', hear)
  // The window loses the focus to the frame, before the visitor writes there.
  addEventListener('blur', tellPage)
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, fit)

  foyer('add', { served }, ownKey)
  for (const call of Array.from(before?.q || [])) foyer(...(call as Parameters<Foyer>))
}
