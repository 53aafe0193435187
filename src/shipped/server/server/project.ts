/**
 * Content of project.json. `ownerId` built the app: the first person who signs up gets this id, and so owns those rows.
 * `filesFrom` is the former URL of uploads.
 */
export type Project = { appId: string; name: string; ownerId: string; versionId: string; filesFrom: string };
