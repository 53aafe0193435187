import "server-only";
import { replaceWith, type Detector } from "../../detector";
import { nearest } from "../../fixes/nearest";
import { pageLinks } from "../../facts/usage";

/** A link to a page that the app does not have. */
export const unknownPage: Detector = {
  name: "unknown-page",
  severity: "error",
  detect: (bundle) =>
    bundle.clientCodes.flatMap((code) =>
      code.isBroken
        ? []
        : code
            .fact(pageLinks)
            .filter(({ page }) => !bundle.pages.has(page))
            .map(({ page, span }) => ({
              path: code.path,
              start: span.start,
              message: `The app has no page ${page}`,
              fixes: () =>
                [
                  nearest(page, bundle.pages),
                  [...bundle.pages].find((name) => `${page}Page` === name || `${name}Page` === page),
                ].flatMap((near) => (near ? [replaceWith(code.path, span, near, `Linked to ${near}`)] : [])),
            })),
    ),
};
