import { useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useSubmit } from 'react-router'

import { canWrite } from '#app/features/ai/writing/write-with-assistant.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { formAction } from '#app/platform/http/form-action.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { ExternalLink } from '#app/ui/icons.tsx'

import { DraftNotice, RevisionList } from '#app/features/editing/drafts-and-revisions.tsx'
import { PublicationStatus } from '#app/features/editing/publication-status.tsx'
import { getPost } from '../get-post.server.ts'
import { readPostLanguages } from '../languages/read-post-languages.server.ts'
import styles from '../pages/blog.css?url'
import { pickPostForm } from '../post-form.ts'
import { listMissingImages, localHtml, type MissingImage } from '../remote-images/remote-images.server.ts'
import { listRevisions } from '../revisions.server.ts'
import { findDraft } from '../save-draft.server.ts'

import type { Route } from './+types/edit-post.route.ts'
import { languageForms } from './language-forms.server.ts'
import { PostEditor } from './post-editor.tsx'
import { discardForm, MAX_POST_BYTES, restoreForm, updateForm } from './post-forms.server.ts'

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [post, draft, revisions, canSuggest, languages] = await Promise.all([
      getPost(ctx, params.id),
      findDraft(ctx, params.id),
      listRevisions(ctx, params.id),
      canWrite(ctx),
      readPostLanguages(ctx, params.id),
    ])
    const shown = { html: post.html, imageUrl: post.image_url }
    const [html, missingImages] = await Promise.all([
      localHtml(ctx, post.html),
      listMissingImages(ctx, shown),
    ])
    const editor = newId()
    return { post: { ...post, html }, draft, revisions, canSuggest, missingImages, languages, editor }
  })
}

export const action = formAction(
  { save: updateForm, restore: restoreForm, discard: discardForm, ...languageForms },
  { maxBytes: MAX_POST_BYTES },
)

/** Keeps what was typed in the form after a rejection. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionStatus ?? 200) < 400 && defaultShouldRevalidate
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.post.title ?? 'Post'} · Admin` }]
}

export default function EditPostRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { post, draft, revisions, canSuggest, missingImages, languages } = loaderData
  const submit = useSubmit()
  const [editor] = useState(loaderData.editor)
  const rejected = actionData?.ok === false && actionData.intent === 'save' ? actionData.typed : null
  return (
    <AdminPage width="list" title={<bdi>{post.title}</bdi>} actions={<Actions post={post} />}>
      <BackLink to="/admin/blog" name="All posts">
        <PublicationStatus of={{ ...post, draft_at: null, schedule_error: null }} />
      </BackLink>
      {draft ? <DraftNotice savedAt={draft.savedAt} isStale={draft.baseVersion !== post.version} /> : null}
      <MissingImages images={missingImages} />
      <PostEditor
        key={[post.id, post.version, draft?.savedAt].join(' ')}
        post={post}
        form={rejected ? pickPostForm(rejected) : (draft?.form ?? post.form)}
        published={rejected ? rejected['published'] === 'on' : post.published === 1}
        publishAt={post.publish_at}
        version={draft?.baseVersion ?? post.version}
        editor={{ id: editor, seen: draft?.savedAt ?? 0 }}
        {...(draft ? {} : { html: post.html })}
        canSuggest={canSuggest}
        languages={languages}
        errors={actionData?.errors ?? {}}
        conflict={actionData?.value?.conflict}
        onTakeTheirs={() => void submit({ intent: 'discard' }, { method: 'post' })}
      />
      <RevisionList revisions={revisions} version={post.version} />
    </AdminPage>
  )
}

function Actions({ post }: { post: { id: string; slug: string; published: 0 | 1 } }) {
  const link = buttonClass({ tone: 'outline', size: 'sm' })
  return (
    <>
      <a href={`/admin/blog/${post.id}/preview`} className={link}>
        Preview
      </a>
      {post.published === 1 ? (
        <a href={`/blog/${post.slug}`} className={link}>
          <ExternalLink aria-hidden className="size-4" />
          View
        </a>
      ) : null}
    </>
  )
}

/** Lists pictures from other sites that readers do not see, because they were not or could not be fetched. */
function MissingImages({ images }: { images: readonly MissingImage[] }) {
  if (images.length === 0) return null
  return (
    <section
      aria-labelledby="missing-images"
      className="mb-6 rounded-md border border-line-strong bg-overlay p-4 text-sm"
    >
      <h2 id="missing-images" className="font-medium text-primary">
        Pictures that readers do not see yet
      </h2>
      <p className="mt-1 text-secondary">
        Pictures from other sites are copied to yours. Until then readers see a link. To try again, save the
        post, or upload the picture.
      </p>
      <ul className="mt-3 grid gap-1.5">
        {images.map(({ url, reason }) => (
          <li key={url} className="break-all">
            <a href={url} target="_blank" rel="noopener" className="underline underline-offset-4">
              {url}
            </a>{' '}
            <span className={reason ? 'text-danger' : 'text-muted'}>{reason ?? 'Being fetched.'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
