import "server-only";
import type { AppModel } from "../model/app-model";

/** services/app.js: the part of the model that no entity file holds. The layout reads it too, so it cannot go stale unseen. */
export const appSource = ({ name, purpose, members, signup, look, entities, pages }: AppModel) =>
  `/** The app's name, look and pages. The layout builds the navigation from this list. */\nexport const app = ${JSON.stringify({ name, purpose, members, signup, look, tables: entities.map((entity) => entity.name), pages }, null, 2)};\n`;
