/** What menu entries are called whose owner gave them no words. */
export const menusEn = {
  blog: 'Blog',
  services: 'Services',
}
