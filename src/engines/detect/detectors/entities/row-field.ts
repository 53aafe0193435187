import "server-only";
import { rowSystemFields } from "@/shipped/contract";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { EntityFile } from "../../facts/bundle";
import type { Code } from "../../facts/code";
import { replaceWith, type Detector, type Finding } from "../../detector";
import { memberOf, textOf } from "../../facts/tree";

const system: readonly string[] = [...rowSystemFields, "created_date", "updated_date", "created_by"];
const plain = (text: string) => text.toLowerCase().replaceAll(/[_\-\s]/g, "");

/** Reads of `booking.guestName`: a variable with an entity's name, and a property. */
type Read = { object: string; property: string; span: SyntaxNode; compared?: SyntaxNode };

/**
 * A row's field in another spelling (`booking.guestName` for guest_name), or a comparison with another spelling of an
 * option: undefined, or never equal. To avoid false positives, only variables named like the entity and fields that
 * differ by casing alone count.
 */
export const rowField: Detector = {
  name: "row-field",
  severity: "error",
  detect: (bundle) => {
    const rows = new Map<string, EntityFile>();
    for (const entity of bundle.entities.values())
      if (entity.schema) rows.set(entity.name[0]!.toLowerCase() + entity.name.slice(1), entity);
    return bundle.clientCodes.flatMap((code) =>
      code.isBroken || rows.size === 0
        ? []
        : code.fact(reads).flatMap((read) => inspect(code, read, rows.get(read.object))),
    );
  },
};

function reads(code: Code): Read[] {
  const found: Read[] = [];
  code.each("MemberExpression", (node, parent) => {
    const member = memberOf(node);
    if (
      !member ||
      (parent?.type === "CallExpression" && parent.callee === node) ||
      (parent?.type === "AssignmentExpression" && parent.left === node)
    )
      return;
    const isCompared =
      parent?.type === "BinaryExpression" &&
      /^[!=]==?$/.test(String(parent.operator)) &&
      isNode(parent.right) &&
      parent.left === node;
    found.push({
      object: member.object,
      property: member.property,
      span: member.propertyNode,
      ...(isCompared ? { compared: parent.right as SyntaxNode } : {}),
    });
  });
  return found;
}

function inspect(code: Code, { object, property, span, compared }: Read, entity: EntityFile | undefined): Finding[] {
  if (!entity) return [];
  const names = Object.keys(entity.properties);
  const { path } = code;
  if (!names.includes(property)) {
    const twin = names.find((name) => plain(name) === plain(property));
    // The file may define such a property itself: `{ ...booking, guestName: booking.guest_name }`.
    const isOwn =
      system.includes(property) ||
      new RegExp(`\\b${property}\\s*[:=,}](?!=)`).test(code.content.replaceAll(`${object}.${property}`, ""));
    if (!twin || isOwn) return [];
    return [
      {
        path,
        start: span.start,
        message: `${entity.name} has no field ${property}; it is called ${twin}`,
        fixes: () => [replaceWith(path, span, twin, `Wrote ${twin} for ${property}`)],
      },
    ];
  }
  const options = entity.properties[property]?.enum;
  const said = textOf(compared);
  if (!Array.isArray(options) || !compared || !said?.isWhole || options.includes(said.text)) return [];
  const twin = options.find(
    (option): option is string => typeof option === "string" && plain(option) === plain(said.text),
  );
  if (twin === undefined) return [];
  return [
    {
      path,
      start: compared.start,
      message: `${entity.name}.${property} is never ${JSON.stringify(said.text)}; the option is ${JSON.stringify(twin)}`,
      fixes: () => [
        replaceWith(
          path,
          compared,
          JSON.stringify(twin),
          `Wrote ${JSON.stringify(twin)} for ${JSON.stringify(said.text)}`,
        ),
      ],
    },
  ];
}
