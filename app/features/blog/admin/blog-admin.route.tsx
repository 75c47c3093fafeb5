import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'

import { canWrite } from '#app/features/ai/writing/write-with-assistant.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'

import { listPosts, POSTS_PER_ADMIN_PAGE } from '../list-posts.server.ts'
import styles from '../pages/blog.css?url'
import { emptyPostForm, pickPostForm } from '../post-form.ts'
import { readPostListQuery } from '../post-list-query.ts'
import { findDraft } from '../save-draft.server.ts'

import type { Route } from './+types/blog-admin.route.ts'
import { DraftNotice } from '#app/features/editing/drafts-and-revisions.tsx'
import { PostEditor } from './post-editor.tsx'
import {
  createForm,
  deleteForm,
  discardForm,
  MAX_POST_BYTES,
  publishForm,
  unpublishForm,
} from './post-forms.server.ts'
import { PostList } from './post-list.tsx'

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readPostListQuery(new URL(request.url).searchParams)
    const [list, draft, canSuggest] = await Promise.all([
      listPosts(ctx, query),
      findDraft(ctx, null),
      canWrite(ctx),
    ])
    return { query, list, draft, canSuggest, perPage: POSTS_PER_ADMIN_PAGE }
  })
}

export const action = formAction(
  {
    save: createForm,
    discard: discardForm,
    publish: publishForm,
    unpublish: unpublishForm,
    delete: deleteForm,
  },
  { maxBytes: MAX_POST_BYTES },
)

/** Keeps what was typed in the form after a rejection. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionStatus ?? 200) < 400 && defaultShouldRevalidate
}

export function meta() {
  return [{ title: 'Quick Blog · Admin' }]
}

export default function BlogAdminRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { canSuggest, draft, list, query, perPage } = loaderData
  const rejected = actionData?.ok === false && actionData.intent === 'save' ? actionData.typed : null
  const posts = <PostList list={list} query={query} perPage={perPage} />
  // The editor comes first if it holds a draft or a rejected post.
  const isListFirst = (list.total > 0 || query.q !== '' || query.state !== null) && !draft && !rejected
  return (
    <AdminPage
      title="Quick Blog"
      width="list"
      actions={
        <>
          <Link to="/admin/blog/transfer" className={buttonClass({ tone: 'outline', size: 'sm' })}>
            Import and export
          </Link>
          {list.total > 0 ? (
            <a
              href="#post-title"
              onClick={() => document.getElementById('post-title')?.focus()}
              className={buttonClass({ tone: isListFirst ? 'solid' : 'outline', size: 'sm' })}
            >
              New post
            </a>
          ) : null}
        </>
      }
    >
      {draft ? <DraftNotice savedAt={draft.savedAt} isStale={false} /> : null}
      {isListFirst ? posts : null}
      <PostEditor
        key={[draft?.savedAt, actionData?.value?.created].join(' ')}
        post={null}
        form={rejected ? pickPostForm(rejected) : (draft?.form ?? emptyPostForm)}
        published={rejected?.['published'] === 'on'}
        publishAt={null}
        version={0}
        canSuggest={canSuggest}
        errors={actionData?.errors ?? {}}
      />
      {isListFirst ? null : posts}
    </AdminPage>
  )
}
