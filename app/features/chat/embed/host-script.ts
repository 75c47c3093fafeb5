import { drawButton } from './host-button.ts'
import { type HostLook, type Identity, readMessage, type ToFrame, writeMessage } from './messages.ts'

/** The server replaces this name with an object. `at` is the origin that may show these looks. */
declare const FOYER: Served & { origin: string }

type Served = { at?: string | null; looks?: HostLook[] }
type Options = { assistant?: string; url?: string; title?: string } & Served & Identity
type Foyer = {
  (command: string, options?: Options, key?: string): void
  isOurs?: true
  /** Calls that the page made before this script was loaded. */
  q?: Iterable<unknown>[]
}
type Chat = { frame: HTMLIFrameElement; isReady?: boolean; unread: number }

const served = FOYER
const { origin } = served
const script = document.currentScript ?? document.querySelector('script[data-assistant]')
const ownKey = (script as HTMLElement | null)?.dataset['assistant']
const place = window as unknown as { foyer?: Foyer }
const before = place.foyer

if (before?.isOurs) before('add', served, ownKey)
else start()

function start(): void {
  const looks = new Map<string, HostLook>()
  const chats = new Map<string, Chat>()
  const { host, root, button, wear, tell } = drawButton()
  const viewport = visualViewport
  let worn: HostLook | undefined
  let isOpen = false
  let identity: Identity | undefined
  let page: { url: string; title: string; at: string } | undefined

  async function find(key = ''): Promise<HostLook | undefined> {
    if (key && !looks.has(key)) {
      const response = await fetch(`${origin}/assistant/${key}/look`)
      if (response.ok) looks.set(key, (await response.json()) as HostLook)
    }
    return looks.get(key)
  }

  const current = () => worn && chats.get(worn.key)

  function send(message: ToFrame, chat = current()): void {
    if (chat?.isReady) chat.frame.contentWindow?.postMessage(writeMessage(message), origin)
  }

  function tellPage(): void {
    const { href } = location
    const { url, title } = page?.at === href ? page : { url: href, title: document.title }
    send({ type: 'page', url: worn?.keepsQuery ? url : url.replace(/[?#].*/, ''), title })
  }

  function tellIdentity(): void {
    if (identity) send({ ...identity, type: 'identify' })
  }

  function show(): void {
    if (!worn) return
    const chat = current()
    const unread = chat ? chat.unread : 0
    for (const each of chats.values()) each.frame.hidden = !isOpen || each !== chat
    tell(worn.label, isOpen, unread)
    dispatchEvent(new CustomEvent('foyer', { detail: { isOpen, unread, key: worn.key } }))
  }

  /** Fits the frame to the visible part of the window, which the keyboard of a phone makes smaller. */
  function fit(): void {
    if (!viewport) return
    host.style.setProperty('--h', `${viewport.height}px`)
    host.style.setProperty('--t', `${viewport.offsetTop}px`)
  }

  function change(look: HostLook): void {
    worn = look
    wear(look)
    fit()
    show()
  }

  function open(look = worn): void {
    if (!look) return
    if (worn !== look) change(look)
    const { key, title } = look
    let chat = current()
    if (!chat) {
      const frame = document.createElement('iframe')
      chat = { frame, unread: 0 }
      frame.title = title
      frame.src = `${origin}/assistant/${key}?host=${location.origin}`
      root.prepend(frame)
      chats.set(key, chat)
    }
    isOpen = true
    chat.unread = 0
    show()
    chat.frame.focus()
    tellPage()
    send({ type: 'open' })
  }

  function close(): void {
    if (!isOpen) return
    isOpen = false
    send({ type: 'close' })
    show()
    button.focus()
  }

  function hear({ data, source, origin: from }: MessageEvent): void {
    const chat = from === origin && [...chats.values()].find(({ frame }) => frame.contentWindow === source)
    const message = chat && readMessage(data)
    if (!message) return
    const { type, count } = message
    if (type === 'ready') {
      chat.isReady = true
      tellIdentity()
      tellPage()
      send({ type: isOpen && chat === current() ? 'open' : 'close' }, chat)
    } else if (type === 'close' && chat === current()) close()
    else if (type === 'unread' && chat.frame.hidden && chat.unread !== count) {
      chat.unread = Number(count)
      show()
    }
  }

  const commands: Record<string, (options: Options, key?: string) => unknown> = {
    async add({ at, looks: given = [] }, key) {
      // Browsers may keep one response for several origins of a site, although it varies with the Referer.
      if (at === location.origin) for (const look of given) looks.set(look.key, look)
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
  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, fit)

  foyer('add', served, ownKey)
  for (const call of Array.from(before?.q || [])) foyer(...(call as Parameters<Foyer>))
}
