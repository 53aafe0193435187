/** workerd's own module: an app's secrets, and its binding to the platform (engines/functions/config.ts). */
declare module "cloudflare:workers" {
  export const env: { $platform: import("./types").Platform } & Record<string, unknown>;
}
