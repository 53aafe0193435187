/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The optimizer fetches and decodes on the server; nothing here needs it (see docs/architecture.md, "Strict doors").
  images: { unoptimized: true },
  // These carry WASM, native binaries or worker files that a bundler must not move.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@electric-sql/pglite-pgvector",
    "postgres",
    "pg-boss",
    "@node-rs/argon2",
    "esbuild",
    "tailwindcss",
    "oxc-parser",
    "workerd",
    "nodemailer",
    "undici",
    "recheck",
  ],
  rewrites: () =>
    Promise.resolve([
      // "Paths ending /joinPlan: plan joining" (1-platform.md §2).
      { source: "/:path*/joinPlan", destination: "/joinPlan" },
      // Browsers ask for it beside whatever is no page: JSON, a picture, a download.
      { source: "/favicon.ico", destination: "/icon.svg" },
    ]),
  devIndicators: false,
  // `npm run types` is the type check; `npm start` on a fresh clone should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // One process, one builder at a time compiles fine on two cores; static pages are few.
  // A page is read when it is first asked for: the start does not wait for all of them.
  experimental: {
    preloadEntriesOnStart: false,
    // A build in CI is the first and the last of its clone: 110 MB that nobody reads.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"],
  },
};

export default config;
