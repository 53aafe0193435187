import "server-only";

/** How a request opens, as sources of patterns: "please build me", "we need". */
export const asking =
  "(?:(?:(?:can|could|would) you )?(?:please )?(?:build|create|make|design|develop|generate|set up|give|write|code)(?: me| us)? |(?:i|we)(?:'d| would)? (?:need|want|like) |need |want )?";
/** What tells nothing of an app: "a small online …". */
export const few =
  "(?:(?:an?|my|our|the|some|simple|small|little|online|new|easy|quick|digital|nice|good|modern|professional|beautiful|internal) )*";
export const software =
  "(?:app|application|tool|page|form|website|web ?site|site|system|tracker|software|generator|maker|manager|database|portal)";
/** "please build me a small …" */
export const opening = new RegExp(`^${asking}${few}`, "i");
