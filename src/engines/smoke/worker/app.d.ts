/** An app as engines/smoke/bundle-app.ts bundles it. */
declare module "app.js" {
  export const mountPage: typeof import("./mount.jsx").mountPage;
  export const pages: Record<string, () => Promise<{ default: import("react").ComponentType }>>;
  export const layout: (() => Promise<{ default: import("./mount.jsx").Layout }>) | undefined;
}
