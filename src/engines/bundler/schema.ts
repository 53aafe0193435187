export type BundleConfig = {
  appId: string;
  appName: string;
  versionId: string;
  mode: "preview" | "published";
  /** The app's pages; "/" shows the first. Missing in older builds. */
  pages?: string[];
  /** The scripts of each page, to be preloaded where it is asked for. Missing in older builds. */
  pageScripts?: Record<string, string[]>;
  /** Nothing works without an account: show the sign-in first. */
  isPrivate?: boolean;
  /** Pages that the menu of strangers does not have, since they show rows that these may not see. */
  closedPages?: string[];
  /** Origin of the builder to which a preview posts errors and navigation. */
  builderOrigin?: string;
};

/** A problem of an app's code, worded for people. Lines count from 1. */
export type BuildProblem = { file: string; line?: number; column?: number; message: string };

export type Asset = { contentType: string; bytes: Uint8Array<ArrayBuffer> };

/** A built app. Asset keys are content-addressed URL paths: "/_joinery/assets/app-4F2K.js". */
export type Build = { html: string; assets: Map<string, Asset>; problems: BuildProblem[]; pages: string[] };

export const assetPrefix = "/_joinery/assets/";
export const dependencyPrefix = "/_joinery/deps/";
