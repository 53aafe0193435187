export type BundleConfig = {
  appId: string;
  appName: string;
  versionId: string;
  mode: "preview" | "published";
  /** The app's pages, the first of which "/" shows; unknown to builds that came before it. */
  pages?: string[];
  /** Nobody gets to see or send anything without an account, so that strangers are shown the way in at once. */
  isPrivate?: boolean;
  /** Whom a preview tells about errors and page changes. */
  builderOrigin?: string;
};

/** What is wrong with an app's code, in words for a person. Lines count from 1. */
export type BuildProblem = { file: string; line?: number; column?: number; message: string };

export type Asset = { contentType: string; bytes: Uint8Array<ArrayBuffer> };

/** A built app. Asset keys are URL paths that carry their content's hash: "/_joinery/assets/app-4F2K.js". */
export type Build = { html: string; assets: Map<string, Asset>; problems: BuildProblem[]; pages: string[] };

export const assetPrefix = "/_joinery/assets/";
export const dependencyPrefix = "/_joinery/deps/";
