/* Shows the admin's notifications. Caches nothing and intercepts no requests. */

const fallback = { title: 'Something needs you', text: 'Open the admin to see what it is.', path: '/admin' }

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

function read(sent) {
  try {
    const { title, text, path, icon, tag } = sent.json()
    return typeof title === 'string' && /^[/]admin(?:$|[/?])/.test(path)
      ? { title, text, path, icon, tag }
      : fallback
  } catch {
    return fallback
  }
}

function show({ title, text, path, icon, tag }) {
  return self.registration.showNotification(title, { body: text, icon, tag, data: { path } })
}

/** Opens a new window rather than navigate an existing one, in which somebody may be typing. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => new URL(url).pathname === path)
  return shown ? shown.focus() : self.clients.openWindow(path)
}
