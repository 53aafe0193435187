import "server-only";
import { inEachFile, isClient, type Detector } from "../../detector";
import { attributesOf, tagsIn } from "../../facts/tree";

/** A duplicate attribute of a tag: only the last one counts. */
export const duplicateAttribute: Detector = {
  name: "duplicate-attribute",
  severity: "warning",
  detect: inEachFile(
    (code) =>
      tagsIn(code).flatMap(({ opening }) => {
        const attributes = attributesOf(opening);
        return attributes
          .filter(({ name }, at) => attributes.findIndex((other) => other.name === name) < at)
          .map(({ name, node }) => {
            const first = attributes.find((other) => other.name === name)!.node;
            const isSame = code.text(first) === code.text(node);
            return {
              path: code.path,
              start: node.start,
              message: `The attribute ${name} stands twice`,
              fixes: () => [
                {
                  description: isSame ? `Removed the second ${name}` : `Removed the ${name} that had no effect`,
                  edits: [
                    {
                      path: code.path,
                      start: first.start,
                      end: first.end + (/^\s/.test(code.content.slice(first.end)) ? 1 : 0),
                      text: "",
                    },
                  ],
                },
              ],
            };
          });
      }),
    isClient,
  ),
};
