/** The app's entities: a build adds one export for each (engines/bundler/app-modules.ts). */
declare module "@/api/entities" {
  export { User } from "@/sdk/entities.js";
}
