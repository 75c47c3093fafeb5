import { Link, useSubmit } from 'react-router'

import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { ExternalLink, Eye, EyeOff, Newspaper, Pencil, Search, Trash2 } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { PublicationStatus } from '#app/features/editing/publication-status.tsx'
import { postListPath, type PostListQuery } from '../post-list-query.ts'

type PostListProps = {
  list: { posts: readonly ListedPost[]; total: number; page: number; pages: number }
  query: PostListQuery
  perPage: number
}

export function PostList({ list, query, perPage }: PostListProps) {
  const { posts, total } = list
  const isFiltered = query.q !== '' || query.state !== null
  return (
    <section aria-labelledby="posts-title" className="grid gap-4">
      <h2 id="posts-title" className="scroll-mt-6 text-lg font-semibold">
        Posts
      </h2>
      {total > 0 || isFiltered ? <Filters query={query} /> : null}
      <PagedRows
        list={{ ...list, perPage }}
        shown={posts.length}
        none={
          <EmptyState
            icon={isFiltered ? Search : Newspaper}
            title={isFiltered ? 'Nothing found' : 'No posts yet'}
            text={isFiltered ? 'No post matches these filters.' : 'What you write appears here.'}
          />
        }
        pathOf={(page) => `${postListPath(query, { page })}#posts-title`}
      >
        <ul aria-label="Posts" className="divide-y divide-line rounded-lg border border-line bg-raised">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </ul>
      </PagedRows>
    </section>
  )
}

function Filters({ query }: { query: PostListQuery }) {
  return (
    <FilterForm label="Posts" preventScrollReset className="grid gap-3 sm:grid-cols-[1fr_11rem]">
      <SearchField label="Search posts" placeholder="Words in the post" value={query.q} />
      <FilterSelect
        name="state"
        label="State"
        any="Any state"
        value={query.state}
        options={{ published: 'Published', scheduled: 'Scheduled', draft: 'Draft' }}
      />
    </FilterForm>
  )
}

function PostRow({ post }: { post: ListedPost }) {
  const { timeZone, now } = useAdminShell()
  const submit = useSubmit()
  const act = (intent: string) => void submit({ intent, id: post.id }, { method: 'post' })
  const isPublic = post.published === 1
  const icon = buttonClass({ tone: 'quiet', size: 'sm', className: 'px-2' })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={`/admin/blog/${post.id}`}
          prefetch="intent"
          className="font-medium no-underline hover:underline"
        >
          <bdi>{post.title}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <Time at={post.created_at} timeZone={timeZone} now={now} />
          <PublicationStatus of={post} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <Link to={`/admin/blog/${post.id}`} aria-label={`Edit ${post.title}`} title="Edit" className={icon}>
          <Pencil aria-hidden className="size-4" />
        </Link>
        <a
          href={isPublic ? `/blog/${post.slug}` : `/admin/blog/${post.id}/preview`}
          aria-label={`${isPublic ? 'View' : 'Preview'} ${post.title}`}
          title={isPublic ? 'View' : 'Preview'}
          className={icon}
        >
          <ExternalLink aria-hidden className="size-4" />
        </a>
        <FormFields>
          <Button tone="quiet" size="sm" onClick={() => act(isPublic ? 'unpublish' : 'publish')}>
            {isPublic ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
            {isPublic ? 'Unpublish' : 'Publish'}
            <span className="sr-only"> {post.title}</span>
          </Button>
        </FormFields>
        <ConfirmDialog
          triggerTone="quiet"
          trigger={
            <>
              <Trash2 aria-hidden className="size-4" />
              <span className="sr-only">Delete {post.title}</span>
            </>
          }
          title={`Are you sure you want to delete "${post.title}"?`}
          text="The post, its drafts and its revisions are deleted for good."
          confirm="Delete"
          onConfirm={() => act('delete')}
        />
      </div>
    </li>
  )
}

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
