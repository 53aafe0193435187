import "server-only";
import { inEachFile, isClient, replaceWith, type Detector } from "../../detector";
import { attributesOf, tagsIn, textOf } from "../../facts/tree";

/** `<SelectItem value="">`: Radix reserves the empty value for "nothing chosen" and throws. */
export const emptyOptionValue: Detector = {
  name: "empty-option-value",
  severity: "error",
  detect: inEachFile(
    (code) =>
      tagsIn(code)
        .filter(({ name }) => name === "SelectItem")
        .flatMap(({ opening }) =>
          attributesOf(opening)
            .filter(
              ({ name, value }) => name === "value" && textOf(value)?.isWhole === true && textOf(value)?.text === "",
            )
            .map(({ node, value }) => ({
              path: code.path,
              start: node.start,
              message: "The value of a SelectItem cannot be empty",
              // Code that compares with the empty value would need to know "all": only an unused item is safe to
              // change.
              fixes: () =>
                /[=!]==?\s*(?:""|'')|\|\||\?\?|!\w/.test(code.content)
                  ? []
                  : [replaceWith(code.path, value!, '"all"', 'Gave the item the value "all"')],
            })),
        ),
    isClient,
  ),
};
