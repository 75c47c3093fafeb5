import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'

import { canWrite } from '#app/features/ai/writing/write-with-assistant.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { createPost } from '../create-post.server.ts'
import { listPosts, POSTS_PER_ADMIN_PAGE } from '../list-posts.server.ts'
import styles from '../pages/blog.css?url'
import { emptyPostForm } from '../post-form.ts'
import { readPostListQuery } from '../post-list-query.ts'
import { discardDraft, findDraft } from '../save-draft.server.ts'

import type { Route } from './+types/blog-admin.route.ts'
import { changeListedPost, isPostChange } from './change-listed-post.server.ts'
import { DraftNotice } from './draft-notice.tsx'
import { PostEditor } from './post-editor.tsx'
import { PostList } from './post-list.tsx'
import { type PostAnswer, readPostRequest, refusedAnswer, savedText } from './read-post-request.server.ts'

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

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const { intent, id, form, published, publishAt } = await readPostRequest(ctx, request)
    if (isPostChange(intent)) return changeListedPost(ctx, intent, id)
    if (intent === 'discard') {
      await discardDraft(ctx, null)
      return data<PostAnswer>({ toast: { title: 'Draft discarded' } })
    }
    try {
      const created = await createPost(ctx, { form, published, publishAt })
      const toast = { title: 'Success', text: savedText(published, publishAt) }
      return data<PostAnswer>({ toast, created: created.id })
    } catch (error) {
      const refused = refusedAnswer(ctx, error, 'Failed to save blog post')
      return data<PostAnswer>(refused.answer, { status: refused.status })
    }
  })
}

/** What was typed stays when it was refused. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionStatus ?? 200) < 400 && defaultShouldRevalidate
}

export function meta() {
  return [{ title: 'Quick Blog · Admin' }]
}

export default function BlogAdminRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { canSuggest, draft, list, query, perPage } = loaderData
  useActionToast(actionData)
  return (
    <AdminPage
      title="Quick Blog"
      actions={
        <Link to="/admin/blog/transfer" className={buttonClass({ tone: 'outline', size: 'md' })}>
          Import and export
        </Link>
      }
    >
      {draft ? <DraftNotice savedAt={draft.savedAt} isStale={false} /> : null}
      <PostEditor
        key={`${draft?.savedAt ?? 0} ${actionData?.created ?? ''}`}
        post={null}
        form={draft?.form ?? emptyPostForm}
        published={false}
        publishAt={null}
        version={0}
        canSuggest={canSuggest}
        errors={actionData?.errors ?? {}}
      />
      <PostList list={list} query={query} perPage={perPage} />
    </AdminPage>
  )
}
