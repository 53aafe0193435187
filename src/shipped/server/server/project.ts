/**
 * The content of project.json. `ownerId` is who built the app: the first person who signs up takes their place, and so has their rows.
 * `filesFrom` is where uploaded files were before the download.
 */
export type Project = { appId: string; name: string; ownerId: string; versionId: string; filesFrom: string };
