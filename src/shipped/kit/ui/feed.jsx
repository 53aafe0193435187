import { useState } from "react";
import { MessageCircle, Send } from "lucide-react";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { Cover, Portrait } from "@/components/ui/cover";
import { EmptyState, LoadError, LoadingRows } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { OptionBadge } from "@/components/ui/option-badge";
import { PageHeader } from "@/components/ui/page-header";
import { RecordForm } from "@/components/ui/record-form";
import { Stars } from "@/components/ui/stars";
import { Likes, useOwnLikes } from "@/components/ui/parts/likes";
import { dayOf, WrittenOn } from "@/components/ui/parts/written-on";
import { fieldOfKind, fieldsOf, isEmpty, manyIn, oneIn, titleFieldOf, titleOf } from "@/lib/fields";
import { ownValues, unaskedValues } from "@/lib/own";
import { toastFailure, useCount, useNames, useRows } from "@/lib/rows";

/**
 * @import { Entity, Names } from "@/lib/fields"
 * @import { OwnLikes } from "@/components/ui/parts/likes"
 * @import { Belonging, RowList } from "@/lib/rows"
 * @import { Query, Row, Values } from "@/sdk/types"
 */

/** @param {Entity} entity */
const authorOf = (entity) =>
  fieldsOf(entity).find(({ name, kind }) => kind === "text" && /author|posted_by|user|member|^by$/.test(name));

const isState = /^(?:status|state)$/;
const isSeen = /^(?:published|shown|visible|live|approved|public)$/i;

/**
 * What a new post has before it is written: who writes it and when, and that others see it.
 * @param {Entity} entity
 * @returns {Promise<Values>}
 */
async function beginning(entity) {
  const state = fieldsOf(entity).find(({ kind, name }) => kind === "enum" && isState.test(name));
  const seen = state?.property["x-accessControl"] ? undefined : state?.options.find((one) => isSeen.test(String(one)));
  return { ...(await ownValues(entity)), ...(state && seen !== undefined && { [state.name]: seen }) };
}

/**
 * The answers to a post, the oldest first, and a line for one's own.
 * @param {Belonging & { post: Row }} props
 */
function Comments({ entity, by, post }) {
  const list = useRows(entity, { query: { [by]: post.id }, sort: "createdAt", limit: 20 });
  const [text, setText] = useState("");
  const [isSending, setIsSending] = useState(false);
  const author = authorOf(entity);
  const texts = fieldsOf(entity).filter((field) => field.kind === "text" && field.name !== author?.name);
  const body = fieldOfKind(entity, "longtext") ?? texts.find(({ name }) => name === titleFieldOf(entity)) ?? texts[0];
  /** @param {React.SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (!text.trim() || !body || isSending) return;
    setIsSending(true);
    try {
      await entity.create({
        ...unaskedValues(entity, [by, body.name]),
        ...(await beginning(entity)),
        [by]: post.id,
        [body.name]: text.trim(),
      });
      setText("");
      list.reload();
    } catch (error) {
      toastFailure("That was not sent", error);
    }
    setIsSending(false);
  }
  return (
    <div className="space-y-3 border-t pt-4">
      {list.rows.map((one) => (
        <div key={one.id} className="flex gap-3 text-sm">
          <Portrait name={author && one[author.name] ? one[author.name] : "Member"} className="size-7" />
          <div className="min-w-0 rounded-lg bg-muted px-3 py-2">
            <b className="font-medium">{(author && one[author.name]) || "Member"}</b>{" "}
            <WrittenOn entity={entity} row={one} />
            <p className="mt-0.5 break-words leading-relaxed">{body && one[body.name]}</p>
          </div>
        </div>
      ))}
      {list.hasMore && (
        <Button variant="ghost" size="sm" onClick={list.more}>
          More comments
        </Button>
      )}
      {list.addsOnceSignedIn && (
        <Button variant="outline" size="sm" onClick={() => User.login()}>
          Sign in to comment
        </Button>
      )}
      {list.canAdd && !list.addsOnceSignedIn && (
        <form onSubmit={send} className="flex gap-2">
          <Input
            aria-label="Write a comment"
            placeholder="Write a comment"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" size="icon" aria-label="Send the comment">
            <Send />
          </Button>
        </form>
      )}
    </div>
  );
}

/** @param {Belonging & { post: Row }} props */
function CommentCount({ entity, by, post }) {
  const { value } = useCount(entity, { [by]: post.id });
  return value ? `${value} ${value === 1 ? "comment" : "comments"}` : "Comment";
}

/**
 * Who wrote it and when, by the row's own fields where it has them.
 * @param {{ entity: Entity, row: Row }} props
 */
function Byline({ entity, row }) {
  const author = authorOf(entity);
  const name = (author && row[author.name]) || "Member";
  const when = <WrittenOn entity={entity} row={row} />;
  // A diary has one author.
  if (!author) return <p className="min-w-0 flex-1 text-sm">{when}</p>;
  return (
    <>
      <Portrait name={name} className="size-10" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-medium">{name}</span>
        {when}
      </p>
    </>
  );
}

/**
 * What a post is called, unless by whoever wrote it: a review has no name. Else what it is about, and how many stars it gives.
 * @param {{ entity: Entity, row: Row, names: Names }} props
 */
function Heading({ entity, row, names }) {
  const fields = fieldsOf(entity);
  const naming = titleFieldOf(entity);
  const about = fields.map(({ name }) => names[name]?.get(row[name])).find(Boolean);
  const stars = fields.find(({ kind, name }) => kind === "rating" && !isEmpty(row[name]));
  const title = naming && naming !== authorOf(entity)?.name ? titleOf(entity, row) : about;
  return (
    <>
      {title && <h2 className="break-words text-lg leading-snug">{title}</h2>}
      {stars && <Stars value={row[stars.name]} />}
    </>
  );
}

/** @param {{ entity: Entity, row: Row, names: Names, list: RowList, comments: Belonging | undefined, likes: Belonging | undefined, ownLikes: OwnLikes, onEdit: (row: Row) => void }} props */
function Post({ entity, row, names, list, comments, likes, ownLikes, onEdit }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = titleFieldOf(entity);
  const text = fieldsOf(entity).find(({ kind, name }) => kind === "longtext" && name !== title && !isEmpty(row[name]));
  const picture = fieldOfKind(entity, "image");
  // That it is published is plain; that it is not is for its author.
  const option = fieldsOf(entity).find(
    ({ kind, name }) =>
      kind === "enum" && !isEmpty(row[name]) && (!isState.test(name) || !isSeen.test(String(row[name]))),
  );
  const counter = fieldsOf(entity).find(({ kind, name }) => kind === "number" && /likes|votes/.test(name));
  return (
    <article className="overflow-hidden rounded-xl border bg-card">
      <div className="space-y-3 p-5">
        <header className="flex items-center gap-3">
          <Byline entity={entity} row={row} />
          {option && <OptionBadge value={row[option.name]} options={option.options} />}
        </header>
        <Heading entity={entity} row={row} names={names} />
        {text && (
          <p className="whitespace-pre-line break-words leading-relaxed text-muted-foreground">{row[text.name]}</p>
        )}
      </div>
      {picture && row[picture.name] && (
        <div className="aspect-[16/8]">
          <Cover seed={row.id} image={row[picture.name]} />
        </div>
      )}
      <div className="space-y-3 px-5 pb-4">
        <div className="-ml-3 flex items-center gap-1">
          {(likes || counter) && <Likes likes={likes} own={ownLikes} post={row} field={counter} onSave={list.save} />}
          {comments && (
            <Button
              variant="ghost"
              size="sm"
              className="text-muted-foreground"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <MessageCircle /> {isOpen ? "Hide comments" : <CommentCount {...comments} post={row} />}
            </Button>
          )}
          <span className="flex-1" />
          {list.canChange(row) && (
            <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={() => onEdit(row)}>
              Edit
            </Button>
          )}
          {list.canDelete(row) && (
            <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={() => list.remove([row])}>
              Delete
            </Button>
          )}
        </div>
        {isOpen && comments && <Comments {...comments} post={row} />}
      </div>
    </article>
  );
}

/**
 * What people write, the newest first, with likes and comments. `comments`: `{ entity: Comment, by: "post" }`, `likes` the same.
 * @param {{ entity: Entity, title?: string, action?: string, comments?: Belonging, likes?: Belonging, query?: Query }} props
 */
export function Feed({ entity, title, action, comments, likes, query }) {
  const day = dayOf(entity);
  const list = useRows(entity, { query, sort: day && `-${day.name}`, limit: 15 });
  const names = useNames(entity, list.rows);
  const ownLikes = useOwnLikes(likes, list.rows);
  const [edited, setEdited] = useState(/** @type {Row | null} */ (null));
  const [written, setWritten] = useState(/** @type {Values | null} */ (null));
  const one = oneIn(entity);
  return (
    <div className="mx-auto max-w-2xl space-y-5">
      <PageHeader title={title} />
      {list.canAdd && (
        <button
          type="button"
          className="flex w-full items-center gap-3 rounded-xl border bg-card p-4 text-left text-muted-foreground hover:bg-muted"
          onClick={() => (list.addsOnceSignedIn ? User.login() : void beginning(entity).then(setWritten))}
        >
          <Portrait name="You" className="size-9" /> {action ?? `New ${one}`}
        </button>
      )}
      {list.error ? (
        <LoadError error={list.error} onRetry={list.reload} />
      ) : list.isLoading ? (
        <LoadingRows />
      ) : list.rows.length === 0 ? (
        <EmptyState icon={MessageCircle} title={`No ${manyIn(entity)} yet`} description="Begin the conversation." />
      ) : (
        list.rows.map((row) => (
          <Post key={row.id} {...{ entity, row, names, list, comments, likes, ownLikes }} onEdit={setEdited} />
        ))
      )}
      {list.hasMore && (
        <div className="text-center">
          <Button variant="outline" onClick={list.more}>
            Show more
          </Button>
        </div>
      )}
      {edited && (
        <RecordForm
          entity={entity}
          row={edited}
          onSave={list.save}
          onClose={() => setEdited(null)}
          onDelete={() => {
            list.remove([edited]);
            setEdited(null);
          }}
        />
      )}
      {written && (
        <RecordForm
          entity={entity}
          row={written}
          only={fieldsOf(entity).flatMap(({ name }) => (name in written ? [] : [name]))}
          onSave={list.save}
          onClose={() => setWritten(null)}
        />
      )}
    </div>
  );
}
