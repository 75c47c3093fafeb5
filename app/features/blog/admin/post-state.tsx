import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

export type ListedPost = {
  id: string
  slug: string
  title: string
  created_at: number
  published: 0 | 1
  published_at: number | null
  publish_at: number | null
  draft_at: number | null
  schedule_error: string | null
}

/** Whether readers see it, when they will, and what stands in the way. */
export function PostState({
  post,
}: {
  post: Pick<ListedPost, 'published' | 'publish_at' | 'draft_at' | 'schedule_error'>
}) {
  const { timeZone } = useAdminShell()
  return (
    <>
      {post.published === 1 ? (
        <Badge tone="success">Published</Badge>
      ) : post.publish_at === null ? (
        <Badge>Draft</Badge>
      ) : (
        <Badge tone="accent">Scheduled</Badge>
      )}
      {post.publish_at === null ? null : (
        <span>
          for <Time at={post.publish_at} timeZone={timeZone} />
        </span>
      )}
      {post.schedule_error ? <span className="text-danger">Last try: {post.schedule_error}</span> : null}
      {post.draft_at === null ? null : <span>unsaved changes</span>}
    </>
  )
}
