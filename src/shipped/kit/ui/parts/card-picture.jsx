import { Cover, Portrait } from "@/components/ui/cover";
import { fieldOfKind, hasFace, titleOf } from "@/lib/fields";

/**
 * @import { Entity, Names } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/**
 * The picture on a card: the row's own, else cover art, on which people have their initials.
 * @param {{ entity: Entity, row: Row, names?: Names | undefined }} props
 */
export function CardPicture({ entity, row, names }) {
  const picture = fieldOfKind(entity, "image");
  const image = picture && row[picture.name];
  return (
    <>
      <Cover seed={row.id} image={image} className="transition-transform duration-300 group-hover:scale-[1.03]" />
      {hasFace(entity) && !image && (
        <span className="absolute inset-x-0 top-0 grid aspect-[16/10] place-items-center">
          <Portrait name={titleOf(entity, row, names)} className="size-20 text-2xl ring-4 ring-card" />
        </span>
      )}
    </>
  );
}
