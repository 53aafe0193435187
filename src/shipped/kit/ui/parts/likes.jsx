import { useEffect, useState } from "react";
import { Heart } from "lucide-react";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { ownValues } from "@/lib/own";
import { toastFailure, useCount } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Belonging, Save } from "@/lib/rows"
 * @import { Row } from "@/sdk/types"
 */

/** @typedef {Map<unknown, string>} OwnLikes the ids of the likes that the user has given, by the post's */

/** @type {OwnLikes} */
const none = new Map();

/**
 * What of these posts the user likes already, in one question. Strangers like nothing.
 * @param {Belonging | undefined} likes
 * @param {Row[]} posts
 */
export function useOwnLikes(likes, posts) {
  const [own, setOwn] = useState(none);
  // A page writes `likes` inline, a new object each time it renders.
  const { entity, by } = likes ?? {};
  const ids = posts.map(({ id }) => id).join();
  useEffect(() => {
    if (!entity || !by || !ids || !User.isSignedIn()) return;
    let isCurrent = true;
    User.me()
      .then(({ id }) => entity.filter({ [by]: { $in: ids.split(",") }, creatorId: id }, "createdAt", 500))
      .then(
        (rows) => isCurrent && setOwn(new Map(rows.map((row) => [row[by], row.id]))),
        () => undefined,
      );
    return () => void (isCurrent = false);
  }, [entity, by, ids]);
  return own;
}

/**
 * A heart and how many there are. Each is a row of the table of likes, which a second press takes back; without such a
 * table, the post's own number.
 * @param {{ likes: Belonging | undefined, own: OwnLikes, post: Row, field: Field | undefined, onSave: Save }} props
 */
export function Likes({ likes, own, post, field, onSave }) {
  const count = useCount(likes?.entity, likes && { [likes.by]: post.id });
  // What was pressed here counts before what was found: the id of the like, or null where it was taken back.
  const [pressed, setPressed] = useState(/** @type {string | null | undefined} */ (undefined));
  const [isBusy, setIsBusy] = useState(false);
  const mine = pressed === undefined ? own.get(post.id) : pressed;
  const total = likes ? count.value : Number((field && post[field.name]) ?? 0);
  const press = async () => {
    if (likes && mine) {
      await likes.entity.delete(mine);
      return null;
    }
    if (likes) return (await likes.entity.create({ ...(await ownValues(likes.entity)), [likes.by]: post.id })).id;
    if (field) await onSave(post.id, { [field.name]: (total ?? 0) + 1 });
    return post.id;
  };
  const like = () => {
    setIsBusy(true);
    press()
      .then(setPressed, (error) => toastFailure("That was not saved", error))
      .finally(() => {
        setIsBusy(false);
        if (likes) count.reload();
      });
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-muted-foreground"
      disabled={isBusy || (!likes && Boolean(mine))}
      aria-pressed={Boolean(mine)}
      aria-label={`Like, ${total ?? 0} so far`}
      onClick={like}
    >
      <Heart className={cn(mine && "fill-current text-destructive")} /> {total ?? ""}
    </Button>
  );
}
