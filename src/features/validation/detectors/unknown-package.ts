import "server-only";
import { replaceWith, type Detector } from "../detector";
import { packageOf, packages } from "../library";
import { nearest } from "../rules";

const successors: Record<string, string> = { "react-router": "react-router-dom", "lucide": "lucide-react", "motion": "framer-motion", "motion/react": "framer-motion", classnames: "clsx", "lucide-react-icons": "lucide-react" };

/** An npm package that apps do not have. Functions run elsewhere and bring their own. */
export const unknownPackage: Detector = {
  name: "unknown-package",
  severity: "error",
  detect: ({ clientCodes }) => clientCodes.flatMap(({ path, imports }) => imports.filter(({ source }) => !source.startsWith(".") && !source.startsWith("@/") && !(packages as readonly string[]).includes(packageOf(source))).map(({ source, sourceSpan, start }) => ({
    path,
    start,
    message: `The package "${source}" is not available in apps`,
    fixes: () => [successors[source], nearest(source, packages)].filter((name) => name !== undefined).map((name) => replaceWith(path, sourceSpan, JSON.stringify(name), `Imported from "${name}"`)),
  }))),
};
